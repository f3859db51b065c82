"""Statements about linear systems by name: conditions and theorems of each, but the plainest."""
