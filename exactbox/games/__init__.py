"""Games: from rules to decision processes, and each game's own questions.

`flip` turns cards, `shutbox` shuts the box, `lock` opens Smullyan's Monte Carlo lock, which is a
search and not a decision process. A game of your own: `exactbox.mdp.Model.explore`.
"""
