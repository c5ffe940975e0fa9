"""Makes vdirsyncer's own storage tests use Meantime: test_vdirsyncer.py puts this file among their servers."""

import os

import pytest


class ServerMixin:
    @pytest.fixture
    def get_storage_args(self, slow_create_collection, aio_connector):
        async def arguments(collection="test"):
            made = {
                "url": os.environ["SERVER_URL"],
                "username": os.environ["SERVER_USER"],
                "password": os.environ["SERVER_PASSWORD"],
                "connector": aio_connector,
            }
            return made if collection is None else await slow_create_collection(self.storage_class, made, collection)

        return arguments
