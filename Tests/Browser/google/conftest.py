"""Fixtures of the tests with calendars at Google."""

from support.google_account import anna, google

__all__ = ["anna", "google"]
