"""Fixtures of the tests with the stand-in for Google. They open no page, so they need no browser."""

import pytest

from support.accounts import furnished
from support.google_account import anna, google

__all__ = ["anna", "furnished", "google"]


@pytest.fixture
def calendar(anna):
    """Anna's calendar at Google, which may be written here."""
    anna.consent("write")
    anna.add()
    return anna.google.calendar()
