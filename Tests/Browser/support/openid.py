"""A server with OpenID Connect sign-in, and browsers that can reach it and the provider."""

import pytest

from support.browser import DESKTOP, FIXED_DATE, FRESH, SHORT_TRANSITIONS
from support.server import copied, free_port

# For tests with a provider: the mock uses deprecated functions of its libraries, which isn't the calendar's fault.
PROVIDER_MAY_WARN = pytest.mark.filterwarnings("ignore::DeprecationWarning")


@pytest.fixture
def open_server(tmp_path, furnished, provider):
    """A server on which anybody can make an account, with a password or through the provider."""
    server = copied(furnished[0], tmp_path)
    # The provider has to know the address before the server starts.
    server.port = free_port()
    (tmp_path / "secret").write_text("not to be told\n")
    lines = [
        f"MEANTIME_PUBLIC_URL={server.url}",
        "MEANTIME_REGISTRATION=open",
        f"MEANTIME_OIDC_ACME_ISSUER={provider}",
        "MEANTIME_OIDC_ACME_CLIENT_ID=meantime",
        f"MEANTIME_OIDC_ACME_CLIENT_SECRET_FILE={tmp_path / 'secret'}",
        "MEANTIME_OIDC_ACME_NAME=Acme",
    ]
    (tmp_path / "meantime.conf").write_text("\n".join(lines) + "\n")
    server.start()
    yield server
    server.stop()
    assert "not to be told" not in server.output()


@pytest.fixture
def visitor(browser, open_server, provider):
    """Opens pages without a session that can reach the calendar and the provider, but no other host."""
    made = []

    def visit(**options):
        context = browser.new_context(**(FRESH | {"viewport": DESKTOP, "locale": "en-GB"} | options))
        context.add_init_script(FIXED_DATE)
        context.add_init_script(SHORT_TRANSITIONS)
        own = (open_server.url, provider)
        context.route(lambda url: not url.startswith(own), lambda route: route.abort())
        made.append(context)
        return context.new_page()

    yield visit
    for context in made:
        context.close()
