"""Common parts of commands: options, outputs, progress, and how a command ends.

The modules, in the order in which a command passes through them:

============  ===================================================================================
overview      examples: of every help, and what ``exactbox`` alone prints
help          the whole help of a command
gallery       ``exactbox examples``: the files to begin with
completion    what the shell completes
options       numbers, JSON and pictures as options
workers       who works on what takes long: ``--jobs``, ``--dask``, ``--parts``, ``--max-memory``
supervision   work in a child process, which Ctrl-C ends at once
progress_bar  how far long work is, on standard error
outputs       a command's report, as text or JSON from the same rows; standard output and error; the
              files that options name, looked at before the work
written       what is said of files that were written
json_output   what ``--json`` prints
============  ===================================================================================
"""
