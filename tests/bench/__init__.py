"""Measurements, never run by the tests."""
