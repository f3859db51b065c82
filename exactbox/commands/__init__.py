"""One file a command: its options (`add_parser`) and what it prints (`run`).

What a command computes with is imported when it runs, so that ``exactbox --help`` starts at once.
"""
