"""The property language: what PRISM's and Storm's users write is parsed, answered and proved."""
