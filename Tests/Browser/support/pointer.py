"""Mouse and touch."""

from support.waiting import frames, passed, still


def centre(locator, dy=0):
    passed(locator.page)
    box = still(locator)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2 + dy


def drag(page, start, by, steps=6, drop=True):
    passed(page)
    page.mouse.move(*start)
    page.mouse.down()
    page.mouse.move(start[0] + by[0], start[1] + by[1], steps=steps)
    # The dragged event follows the pointer in the next frame.
    frames(page)
    if drop:
        page.mouse.up()


class Finger:
    def __init__(self, page):
        self.page = page
        self.protocol = page.context.new_cdp_session(page)

    def send(self, kind, *points, at=None):
        """`at` is when it happens, in seconds since 1970, whenever a busy machine gets to it."""
        touches = [{"x": x, "y": y, "id": number} for number, (x, y) in enumerate(points)]
        when = {} if at is None else {"timestamp": at}
        self.protocol.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches} | when)

    def move(self, start, end, steps=8):
        for step in range(1, steps + 1):
            part = step / steps
            self.send("touchMove", (start[0] + (end[0] - start[0]) * part, start[1] + (end[1] - start[1]) * part))
            frames(self.page, 1)
