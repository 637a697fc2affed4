"""The feed of the calendar and the lessons of a timetable, read by two libraries of other projects: icalendar of PyPI
and ical.js of npm."""

import datetime
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
import urllib.error
import urllib.request
import zoneinfo

import icalendar

PORTAL = os.environ["PORTAL_URL"]
OWNER = os.environ["TOKEN_CLASSADMIN"]
REPOSITORY = pathlib.Path(os.environ["REPOSITORY"])
SECONDS = 30
FROM, UNTIL = "2027-03-01", "2027-04-30"

# Walks each series with its times that differ, as programs do that show a calendar.
SCRIPT = """
import { readFileSync } from 'node:fs';
import ICAL from 'ical.js';
const calendar = new ICAL.Component(ICAL.parse(readFileSync(process.argv[2], 'utf8')));
for (const zone of calendar.getAllSubcomponents('vtimezone')) ICAL.TimezoneService.register(zone);
const all = calendar.getAllSubcomponents('vevent').map((event) => new ICAL.Event(event));
const said = (event, start, end) => ({
  title: event.summary,
  place: event.location,
  starts: start.isDate ? start.toString() : start.toJSDate().toISOString(),
  ends: end.isDate ? end.toString() : end.toJSDate().toISOString(),
});
const found = [];
for (const event of all.filter((event) => !event.isRecurrenceException())) {
  const differing = all.filter((other) => other.isRecurrenceException() && other.uid === event.uid);
  for (const other of differing) event.relateException(other);
  if (!event.isRecurring()) {
    found.push(said(event, event.startDate, event.endDate));
    continue;
  }
  const walk = event.iterator();
  for (let next = walk.next(); next && next.year < 2028; next = walk.next()) {
    const { item, startDate, endDate } = event.getOccurrenceDetails(next);
    found.push(said(item, startDate, endDate));
  }
}
console.log(JSON.stringify(found));
"""


def call(method, path, body=None):
    """The data of an answer of the API."""
    data = None if body is None else json.dumps(body).encode()
    headers = {"Authorization": f"Bearer {OWNER}", "Content-Type": "application/json"}
    request = urllib.request.Request(PORTAL + path, data, headers, method=method)
    with urllib.request.urlopen(request, timeout=SECONDS) as answer:
        return json.load(answer)["data"]


def make(**fields):
    return call("POST", "/api/calendar", fields)["event"]


def read_with_icaljs(file):
    """Each time of each event of a file, as the script finds it."""
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "node_modules").symlink_to(REPOSITORY / "web" / "node_modules")
        (folder / "file.ics").write_bytes(file)
        (folder / "walk.mjs").write_text(SCRIPT, encoding="utf-8")
        command = ["node", "walk.mjs", "file.ics"]
        done = subprocess.run(command, cwd=folder, timeout=SECONDS, text=True, capture_output=True)
    if done.returncode != 0:
        raise AssertionError(done.stdout + done.stderr)
    return json.loads(done.stdout)


class Feed(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.single = make(
            title="家长会, 高一; 第 1 次",
            description="带上:\n1. 笔\\本\n2. 成绩单" + "，很长的说明" * 20,
            location="报告厅, A 座",
            starts="2027-03-05T19:00",
            ends="2027-03-05T20:30",
            category="会议, 家长",
            color="#c5303c",
            reminders=[15, 1440],
        )
        cls.series = make(
            title="合唱排练", starts="2027-03-03T18:30", ends="2027-03-03T19:30", rule="FREQ=WEEKLY;BYDAY=WE;COUNT=12"
        )
        path = f"/api/calendar/{cls.series['id']}"
        differing = {"revision": 1, "scope": "this", "occurrence": "2027-03-17T18:30", "title": "带妆彩排"}
        call("PATCH", path, differing | {"starts": "2027-03-18T08:00", "ends": "2027-03-18T11:00"})
        call("DELETE", f"{path}?scope=this&occurrence=2027-03-24T18:30")
        cls.trip = make(title="研学", all_day=True, starts="2027-04-12", ends="2027-04-15", reminders=[-480])
        make(title="例会", starts="2027-03-01T07:30", ends="2027-03-01T07:50", rule="FREQ=MONTHLY;BYDAY=1MO,-1FR")
        make(title="校庆", all_day=True, starts="2020-04-18", rule="FREQ=YEARLY;UNTIL=20300418")
        cls.feed = call("POST", "/api/calendar/feeds", {"name": "interop", "content": "own"})
        with urllib.request.urlopen(PORTAL + cls.feed["path"], timeout=SECONDS) as answer:
            cls.type, cls.bytes = answer.headers["Content-Type"], answer.read()

    def events(self):
        return icalendar.Calendar.from_ical(self.bytes).walk("VEVENT")

    def of(self, uid):
        return [event for event in self.events() if str(event["UID"]) == uid]

    def test_icalendar_reads_what_was_entered(self):
        self.assertEqual(self.type, "text/calendar; charset=utf-8")
        (event,) = self.of(self.single["id"])
        for name, field in [("SUMMARY", "title"), ("DESCRIPTION", "description"), ("LOCATION", "location")]:
            self.assertEqual(str(event[name]), self.single[field])
        self.assertEqual([str(category) for category in event["CATEGORIES"].cats], ["会议, 家长"])
        starts, ends = event["DTSTART"].dt, event["DTEND"].dt
        self.assertEqual(starts.strftime("%Y-%m-%dT%H:%M"), "2027-03-05T19:00")
        self.assertEqual(ends - starts, datetime.timedelta(minutes=90))
        self.assertEqual(event["DTSTART"].params["TZID"], self.single["zone"])
        before = sorted(-alarm["TRIGGER"].dt for alarm in event.walk("VALARM"))
        self.assertEqual(before, [datetime.timedelta(minutes=15), datetime.timedelta(days=1)])

    def test_icalendar_reads_a_series_with_what_differs_and_what_is_left_out(self):
        series = next(event for event in self.of(self.series["id"]) if "RRULE" in event)
        (differing,) = (event for event in self.of(self.series["id"]) if "RECURRENCE-ID" in event)
        self.assertEqual(series["RRULE"]["COUNT"], [12])
        left_out = [time.dt.strftime("%Y-%m-%dT%H:%M") for time in series["EXDATE"].dts]
        self.assertEqual(left_out, ["2027-03-24T18:30"])
        self.assertEqual(differing["RECURRENCE-ID"].dt.strftime("%Y-%m-%dT%H:%M"), "2027-03-17T18:30")
        self.assertEqual(str(differing["SUMMARY"]), "带妆彩排")
        (trip,) = self.of(self.trip["id"])
        self.assertEqual((trip["DTSTART"].dt, trip["DTEND"].dt), (datetime.date(2027, 4, 12), datetime.date(2027, 4, 16)))
        (alarm,) = trip.walk("VALARM")
        self.assertEqual(alarm["TRIGGER"].dt, datetime.timedelta(hours=8))

    def test_icaljs_finds_each_time_that_the_portal_shows(self):
        read = read_with_icaljs(self.bytes)
        shown = call("GET", f"/api/calendar?from={FROM}&until={UNTIL}")
        zone = zoneinfo.ZoneInfo(shown["zone"])
        ours = [self.said(one) for one in shown["occurrences"]]
        theirs = [one for one in read if FROM <= self.day(one["starts"], zone) <= UNTIL]
        in_order = lambda all: sorted(all, key=lambda one: (one["starts"], one["title"]))
        self.assertEqual(in_order(theirs), in_order(ours))
        self.assertGreater(len(ours), 12)

    def day(self, time, zone):
        """The day on which a time of the script is, in the zone of the portal."""
        if len(time) == len(FROM):
            return time
        return datetime.datetime.fromisoformat(time).astimezone(zone).date().isoformat()

    def said(self, one):
        """A time of an event as the script says it: days without a zone, and the day after the last one at their end."""
        said = {"title": one["title"], "place": one["location"] or None}
        if not one["all_day"]:
            return said | {"starts": one["starts_at"], "ends": one["ends_at"]}
        ends = datetime.date.fromisoformat(one["last_day"]) + datetime.timedelta(days=1)
        return said | {"starts": one["first_day"], "ends": ends.isoformat()}

    def test_a_revoked_feed_opens_nothing(self):
        feed = call("POST", "/api/calendar/feeds", {})
        call("DELETE", f"/api/calendar/feeds/{feed['feed']['id']}")
        with self.assertRaises(urllib.error.HTTPError) as refused:
            urllib.request.urlopen(PORTAL + feed["path"], timeout=SECONDS)
        self.assertEqual(refused.exception.code, 404)
        refused.exception.close()


class Lessons(unittest.TestCase):
    """A fortnight of an own timetable with odd and even weeks."""

    FROM, UNTIL = "2027-03-01", "2027-03-14"

    @classmethod
    def setUpClass(cls):
        lesson = lambda subject, start, end, **more: {"subject": subject, "start": start, "end": end, **more}
        maths = lesson("数学; 一", "08:00", "08:40", teacher="王老师, 代", room="3 楼\\东")
        schedules = [
            {"days": [1, 3], "lessons": [maths, lesson("英语", "08:50", "09:30")]},
            {"days": [2], "weeks": "odd", "lessons": [lesson("物理", "10:00", "10:45")]},
            {"days": [2], "weeks": "even", "lessons": [lesson("化学", "10:00", "10:45")]},
        ]
        names = ["数学; 一", "英语", "物理", "化学"]
        timetable = {"subjects": [{"name": name} for name in names], "schedules": schedules}
        fields = {"owner": "self", "name": "interop", "from": cls.FROM, "until": cls.UNTIL, "timetable": timetable}
        cls.made = call("POST", "/api/timetable", fields)
        path = f"{PORTAL}/api/timetable/{cls.made['id']}/export?format=ics"
        request = urllib.request.Request(path, headers={"Authorization": f"Bearer {OWNER}"})
        with urllib.request.urlopen(request, timeout=SECONDS) as answer:
            cls.bytes = answer.read()
        days = call("GET", f"/api/timetable/days?from={cls.FROM}&until={cls.UNTIL}&of=self")["days"]
        cls.shown = [(day["date"], lesson) for day in days for lesson in day["lessons"]]

    @classmethod
    def tearDownClass(cls):
        call("DELETE", f"/api/timetable/{cls.made['id']}")

    def test_both_libraries_find_each_lesson_that_the_portal_shows(self):
        zone = zoneinfo.ZoneInfo(call("GET", f"/api/calendar?from={self.FROM}&until={self.FROM}")["zone"])
        at = lambda date, time: datetime.datetime.fromisoformat(f"{date}T{time}").replace(tzinfo=zone)
        ours = sorted((at(date, one["start"]), at(date, one["end"]), one["subject"]) for date, one in self.shown)
        self.assertEqual(len(ours), 10)
        events = icalendar.Calendar.from_ical(self.bytes).walk("VEVENT")
        theirs = sorted((event["DTSTART"].dt, event["DTEND"].dt, str(event["SUMMARY"])) for event in events)
        self.assertEqual(theirs, ours)
        time = datetime.datetime.fromisoformat
        read = sorted((time(one["starts"]), time(one["ends"]), one["title"]) for one in read_with_icaljs(self.bytes))
        self.assertEqual(read, ours)

    def test_icalendar_reads_who_teaches_and_where(self):
        events = icalendar.Calendar.from_ical(self.bytes).walk("VEVENT")
        maths = [event for event in events if str(event["SUMMARY"]) == "数学; 一"]
        said = {(str(event["DESCRIPTION"]), str(event["LOCATION"])) for event in maths}
        self.assertEqual(said, {("王老师, 代", "3 楼\\东")})
