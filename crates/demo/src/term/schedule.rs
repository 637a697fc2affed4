//! The schedule of a term: which dialogue is held when and by whom.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use kernel::random::Random;

use super::{DAYS, day};
use crate::class::{Class, Dialogue};
use crate::{PUPIL, TEACHER};

/// Minutes of the day in which pupils of a boarding school have their phones or sit at a class computer.
const SCHOOL_DAY: &[(i64, i64)] = &[(410, 445), (725, 800), (1040, 1100), (1240, 1340)];
/// The same on Saturday and Sunday.
const WEEKEND: &[(i64, i64)] = &[(540, 720), (840, 1080), (1140, 1320)];
/// Dialogues of the class room on a school day and on a day of the weekend.
const CLASS_DIALOGUES: (usize, usize) = (6, 3);
/// Dialogues of two on a day.
const PRIVATE_DIALOGUES: usize = 5;
/// How likely a group talks on a day, in percent.
const GROUP_TALKS: usize = 50;
/// Members of a group.
const GROUP_SIZE: usize = 9;
/// Days ago on which the countdowns were made.
const COUNTED_FROM: i64 = 30;
/// A fixed choice: every demo class of one day is the same.
const SEED: u64 = 40;

/// Where a message is written.
#[derive(Clone, Copy)]
pub(super) enum Room<'a> {
    Class,
    /// By its number in the class file.
    Group(usize),
    /// Between these two; the other one of the author is meant.
    Pair(&'a str, &'a str),
}

/// A message to come.
pub(super) struct Message<'a> {
    pub(super) author: &'a str,
    pub(super) room: Room<'a>,
    pub(super) text: String,
}

/// Something that happens in the term.
pub(super) enum Event<'a> {
    /// Most pupils take their daily sign-in.
    DailyLogin,
    /// Everyone signs in anew.
    SignIn,
    Announce(usize),
    ReadAnnouncements,
    Broadcast(usize),
    CountDown,
    Report,
    /// By its number in the class file.
    Post(usize),
    ReadRooms,
    Say(Message<'a>),
}

/// The people, and the choices that nobody makes.
pub(super) struct Schedule<'a> {
    class: &'a Class,
    now: Timestamp,
    pupils: Vec<&'a str>,
    groups: Vec<Vec<&'a str>>,
    random: Random,
}

impl<'a> Schedule<'a> {
    pub(super) fn new(class: &'a Class, now: Timestamp) -> Self {
        let pupils = |person: &&crate::class::Person| {
            !person.net_name.is_empty() && !matches!(&*person.office, "teacher" | "admin")
        };
        let pupils: Vec<&str> = class.people.iter().filter(pupils).map(|person| &*person.real_name).collect();
        let mut schedule = Self { class, now, pupils, groups: Vec::new(), random: Random::seeded(SEED) };
        for _ in &class.groups {
            let mut members = vec![PUPIL];
            while members.len() < GROUP_SIZE {
                let member = schedule.pupil();
                if !members.contains(&member) {
                    members.push(member);
                }
            }
            schedule.groups.push(members);
        }
        schedule
    }

    /// The members of each group; the first one makes it.
    pub(super) fn groups(&self) -> &[Vec<&'a str>] {
        &self.groups
    }

    /// Everyone who has registered.
    pub(super) fn members(&self) -> Vec<&'a str> {
        let registered = self.class.people.iter().filter(|person| !person.net_name.is_empty());
        registered.map(|person| &*person.real_name).collect()
    }

    /// One of these.
    pub(super) fn pick<T: Copy>(&self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// A registered pupil.
    pub(super) fn pupil(&self) -> &'a str {
        self.pick(&self.pupils)
    }

    /// Two different pupils.
    pub(super) fn two_pupils(&self) -> (&'a str, &'a str) {
        let first = self.pupil();
        loop {
            let second = self.pupil();
            if second != first {
                return (first, second);
            }
        }
    }

    /// So many of a hundred pupils, and the demo pupil.
    pub(super) fn some_pupils(&self, percent: usize) -> Vec<&'a str> {
        self.pupils.iter().copied().filter(|name| *name == PUPIL || self.happens(percent)).collect()
    }

    /// Whether something happens that happens so many times of a hundred.
    pub(super) fn happens(&self, percent: usize) -> bool {
        self.below(100) < percent
    }

    fn below(&self, end: usize) -> usize {
        let drawn = u64::from_le_bytes(self.random.bytes()) % u64::try_from(end.max(1)).unwrap_or(1);
        usize::try_from(drawn).unwrap_or_default()
    }

    /// Everything from the first day to now, in the order of time.
    pub(super) fn events(&self) -> Vec<(Timestamp, Event<'a>)> {
        let mut events = Vec::new();
        for days_ago in (0..=DAYS).rev() {
            let date = day(self.now, -days_ago);
            events.push((moment(date, 400), Event::DailyLogin));
            self.add_talk(date, &mut events);
        }
        for (number, announcement) in self.class.announcements.iter().enumerate() {
            let date = day(self.now, -announcement.days_ago);
            events.push((moment(date, 990), Event::Announce(number)));
            events.push((moment(date, 1150), Event::ReadAnnouncements));
        }
        let ago = |hours| self.now - SignedDuration::from_hours(hours);
        for (number, broadcast) in self.class.broadcasts.iter().enumerate() {
            events.push((ago(i64::from(broadcast.days_ago) * 24 + 1), Event::Broadcast(number)));
        }
        for (number, post) in self.class.posts.iter().enumerate() {
            events.push((ago(i64::from(post.days_ago) * 24 + 2), Event::Post(number)));
        }
        let reported = ago(i64::from(self.class.reported.days_ago) * 24);
        events.extend([(ago(24 * COUNTED_FROM), Event::CountDown), (reported, Event::Report)]);
        events.extend([(ago(27), Event::SignIn), (ago(4), Event::ReadRooms)]);
        events.retain(|(at, _)| *at < self.now);
        events.sort_by_key(|(at, _)| *at);
        events
    }

    fn add_talk(&self, date: Date, events: &mut Vec<(Timestamp, Event<'a>)>) {
        let is_weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
        let (on_school_days, on_weekends) = CLASS_DIALOGUES;
        for _ in 0..if is_weekend { on_weekends } else { on_school_days } {
            let mut speakers = Vec::new();
            while speakers.len() < 4 {
                let pupil = self.pupil();
                if !speakers.contains(&pupil) {
                    speakers.push(pupil);
                }
            }
            self.add_dialogue(date, Room::Class, &speakers, &self.class.class, events);
        }
        for (number, group) in self.class.groups.iter().enumerate() {
            if self.happens(GROUP_TALKS) {
                let first = self.below(GROUP_SIZE);
                let speakers: Vec<_> =
                    self.groups[number].iter().copied().cycle().skip(first).take(4).collect();
                self.add_dialogue(date, Room::Group(number), &speakers, &group.talk, events);
            }
        }
        for number in 0..PRIVATE_DIALOGUES {
            let (mut one, other) = self.two_pupils();
            if number == 0 && other != PUPIL {
                one = PUPIL;
            }
            self.add_dialogue(date, Room::Pair(one, other), &[one, other], &self.class.private, events);
        }
    }

    /// Places one of the dialogues somewhere into the day.
    fn add_dialogue(
        &self,
        date: Date,
        room: Room<'a>,
        speakers: &[&'a str],
        of: &'a [Dialogue],
        events: &mut Vec<(Timestamp, Event<'a>)>,
    ) {
        let is_weekend = matches!(date.weekday(), Weekday::Saturday | Weekday::Sunday);
        let (from, to) = self.pick(if is_weekend { WEEKEND } else { SCHOOL_DAY });
        let minute = from + i64::try_from(self.below(usize::try_from(to - from).unwrap_or(1))).unwrap_or(0);
        let mut at = moment(date, minute);
        let words = self.words();
        for line in &of[self.below(of.len())] {
            at += SignedDuration::from_millis(9_000 + i64::try_from(self.below(80_000)).unwrap_or(0));
            let (speaker, text) = line.split_once(": ").unwrap_or(("A", line));
            let author = match speaker {
                "T" => TEACHER,
                letter => {
                    let place = "ABCD".find(letter).unwrap_or(0);
                    speakers[place.min(speakers.len() - 1)]
                }
            };
            let said = words.iter().fold(text.to_owned(), |text, (name, word)| text.replace(name, word));
            events.push((at, Event::Say(Message { author, room, text: said })));
        }
    }

    /// One choice for each placeholder.
    fn words(&self) -> BTreeMap<String, &'a str> {
        let choose = |(name, words): (&String, &'a Vec<String>)| {
            (format!("{{{name}}}"), &*words[self.below(words.len())])
        };
        self.class.words.iter().map(choose).collect()
    }
}

/// A minute of a day in the zone of this machine; a minute that a clock change leaves out moves on.
fn moment(date: Date, minute: i64) -> Timestamp {
    let midnight = date.to_zoned(TimeZone::system()).map(|at| at.timestamp()).unwrap_or_default();
    midnight + SignedDuration::from_mins(minute)
}
