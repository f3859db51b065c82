"""Games: one file a game, from its rules to a decision process, and the game's own questions."""
