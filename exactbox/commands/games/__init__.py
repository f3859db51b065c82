"""The commands about games.

The modules:

=======  ================================================
flip     card flipping
shutbox  Shut the Box, also as the program ``ShutTheBox``
lock     the Monte Carlo lock
atlas    every variant of a game in one table
page     the page for a browser
=======  ================================================
"""
