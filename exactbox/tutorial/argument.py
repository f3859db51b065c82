"""An argument about a game.

Two friends play Shut the Box for a pot. Nine tiles are open; one rolls two dice, or one where the
open tiles add up to 6 or less, and shuts tiles that add up to the roll. Who cannot go on scores
what is open; the lowest score takes the pot, and who shuts all tiles wins at once.

**"Who begins has an advantage."** How much of the pot does the first player win, if both play as
well as one can?

    $ exactbox shutbox --one --expect 123456789 --exact
    0.502810
    385966166402467778845/767617776808101937152

A little more than a half, and that is all of it: no decimal is left out of the fraction. It depends
on the house rule for ties. Where nobody gets the pot in a tie, it is less than a half:

    $ exactbox shutbox --one --expect 123456789 --ties lose
    0.487511

**"Nine is shut with the 9, everybody knows."** The tiles 1, 4, 6, 7, 8 and 9 are open, and a 9 was
rolled:

    $ exactbox shutbox --advise 146789 9
    [9]              0.408583919778  ~ 497949182256563/1218719480020992  best
    [1, 8]           0.219159161960  ~ 50080038732427/228509902503936

Everybody is right. From Python the same game answers move by move:

>>> from exactbox import ShutTheBox
>>> game = ShutTheBox()
>>> game.move("146789", 9)
[9]

**"I don't believe your computer."** Nobody has to. A certificate is a file with the question and
what proves the answer; a smaller game makes a shorter one:

    $ exactbox certify shutbox --tiles 6 --certificate six.json
    Shut the Box: expected wins of player 1 of 2; tiles 1 2 3 4 5 6; dice d6 d6; ...
      exactly   105828751938433/203119913336832
      decimal   0.521016133770
      ...
    $ exactbox check --plain six.json
    VALID "six.json": in a match of 2 players, in order, one turn each of Shut the Box ...

The checker shares no code with the solver. It has its own statement of the rules, needs nothing but
Python, and is short enough to be read: ``--plain`` runs that part alone. The sentence after VALID
is what was proved, all of it. Send the file; it is checked in a second anywhere.

**Another game.** Cards 1 to 4 lie face up, two dice have two faces each. In a turn one rolls, and
turns over the card of one die or of the sum. How many turns are to come when 2 and 2 are rolled?

    $ exactbox flip --faces 2 --play 2 2
    face down none; rolled 2 2
      card 4   3.542222222222 turns to come  best
               ~ 797/225
      card 2   5.437460317460 turns to come
               ~ 8564/1575

See Also
--------
exactbox.tutorial.course : matrices and chains.
exactbox.games : all games, and how to write one's own.
"""
