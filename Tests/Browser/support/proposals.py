"""Making proposals through the HTTP interface."""


def propose(anna, group, *times, **more):
    body = {"title": "Rehearsal", "times": [{"zone": "Europe/Berlin"} | time for time in times]} | more
    return anna.ask("POST", f"/groups/{group}/proposals", body)["id"]


def evening(day, **more):
    return {"start": f"2026-03-{day}T19:00:00", "end": f"2026-03-{day}T21:00:00"} | more
