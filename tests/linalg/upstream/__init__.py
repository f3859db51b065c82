"""Other people's test suites as a source of matrices: whatever they touch, exactbox answers too."""
