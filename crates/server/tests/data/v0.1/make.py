"""Plays a handful of games on a running server of version 0.1 and prints what a later version must still know.

    dejarik --addr 127.0.0.1:7901 serve --data FOLDER      # the program of version 0.1
    python3 make.py http://127.0.0.1:7901 > games.json     # then stop the server with Ctrl-C
"""

import http.client
import json
import re
import sys
import time
import urllib.parse

HOST = sys.argv[1].removeprefix("http://")


class Browser:
    """A visitor with a cookie."""

    def __init__(self):
        self.cookie = None

    def ask(self, path, form=None):
        connection = http.client.HTTPConnection(HOST, timeout=30)
        headers = {"Cookie": f"dejarik={self.cookie}"} if self.cookie else {}
        if form is None:
            connection.request("GET", path, headers=headers)
        else:
            headers["Content-Type"] = "application/x-www-form-urlencoded"
            connection.request("POST", path, urllib.parse.urlencode(form), headers)
        answer = connection.getresponse()
        body = answer.read().decode()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie" and value.startswith("dejarik="):
                self.cookie = value.split(";")[0].removeprefix("dejarik=")
        return answer.status, answer.getheader("location") or "", body

    def play(self, **form):
        status, to, _ = self.ask("/play", {"mine": "diplomats", "theirs": "droid-army", "pace": "instant", **form})
        assert status == 303, status
        return to.split("/")[2]


def number(page):
    return int(re.search(r'data-number="(\d+)"', page).group(1))


def is_over(page):
    return "/end\"" in page and "The game is over" in page


def prompt(page):
    """The buttons of the prompt, those that pass last."""
    inside = page[page.index('id="prompt"'):]
    inside = inside[: inside.index("</section>")]
    buttons = re.findall(r'<button class="choice([^"]*)" form="answer" name="a" value="([\d,]+)"', inside)
    return [value for style, value in buttons if "pass" not in style] + [value for style, value in buttons if "pass" in style]


def answer(browser, game, turn):
    """Gives one answer if the browser is asked; whether it was."""
    page = browser.ask(f"/t/{game}")[2]
    if 'data-asked="yes"' not in page:
        return False
    choices = prompt(page)
    choice = choices[-1] if turn % 4 == 3 else choices[(turn * 7 + 3) % len(choices)]
    status, _, _ = browser.ask(f"/t/{game}/answer", {"n": number(page), "a": choice})
    assert status == 303, status
    return True


def several(browser, game, answers):
    given = 0
    for turn in range(4000):
        if given == answers:
            return
        if answer(browser, game, turn):
            given += 1
        elif is_over(browser.ask(f"/t/{game}")[2]):
            return
        else:
            time.sleep(0.01)


def at(browser, game):
    page = browser.ask(f"/t/{game}")[2]
    return {"answers": number(page), "over": is_over(page)}


games = {}


def note(name, game, *browsers):
    games[name] = {"game": game, "seats": [browser.cookie for browser in browsers], **at(browsers[0] if browsers else Browser(), game)}


# A friend's game: host and guest, an undo that was agreed to.
host, guest = Browser(), Browser()
game = host.play(way="friend", name="Hana")
link = re.search(r"/join/([a-z0-9]{32})", host.ask(f"/t/{game}/invite")[2]).group(1)
assert guest.ask(f"/join/{link}", {"name": "Gero"})[0] == 303
for turn in range(26):
    answer(host, game, turn) or answer(guest, game, turn)
asker, other = (guest, host) if 'action="/t/' + game + '/undo"' in guest.ask(f"/t/{game}")[2] else (host, guest)
assert asker.ask(f"/t/{game}/undo", {})[0] == 303
assert other.ask(f"/t/{game}/agree", {"agree": "yes"})[0] == 303
note("friend", game, host, guest)

# A friend's table to which nobody has come yet; its link still works.
lonely = Browser()
game = lonely.play(way="friend", name="Lona")
invitation = re.search(r"/join/([a-z0-9]{32})", lonely.ask(f"/t/{game}/invite")[2]).group(1)
note("waiting", game, lonely)
games["waiting"]["invitation"] = invitation

# Two players at one screen.
pair = Browser()
game = pair.play(way="hotseat")
for turn in range(30):
    page = pair.ask(f"/t/{game}")[2]
    shown = re.search(r'name="role" value="(dark|light)"', page)
    if shown:
        pair.ask(f"/t/{game}/screen", {"role": shown.group(1)})
    answer(pair, game, turn)
note("hotseat", game, pair)

# Against the computer, with answers taken back and given again.
single = Browser()
game = single.play(way="computer", level="quick", name="Sina")
several(single, game, 12)
for _ in range(3):
    assert single.ask(f"/t/{game}/undo", {})[0] == 303
several(single, game, 4)
note("computer", game, single)

# Against the computer to the end, and a new game from its middle.
game = single.play(way="computer", level="random", name="Sina")
several(single, game, 4000)
note("finished", game, single)
assert games["finished"]["over"]
status, to, _ = single.ask(f"/r/{game}/continue", {"at": 20})
assert status == 303, status
note("continued", to.split("/")[2], single)

# Two computers to the end, in the older edition; nobody holds a seat.
watcher = Browser()
game = watcher.play(way="watch", level="careless", edition="sheets")
while not is_over(watcher.ask(f"/t/{game}")[2]):
    time.sleep(0.05)
note("watched", game)

# A card of the lab on a table.
tinker = Browser()
status, to, _ = tinker.ask(
    "/lab/table",
    {"name": "Fixture Walker", "type": "Ground", "text": "Armor | Critical Hit 2", "cost": 4, "speed": 40, "power": 4, "health": 4},
)
assert status == 303, status
game = to.split("/")[2]
several(tinker, game, 6)
note("lab", game, tinker)

print(json.dumps(games, indent=2))
