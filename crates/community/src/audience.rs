//! Whom a post is for, as people choose it: classes and groups that see it, and others that do not.
//!
//! They are named as the rooms of the chat are, `class_CC` and `group_UUID`. Kept is one [`Audience`], so that the
//! post, its events and its files have the same readers. The author sees a post of their own in any case.

use kernel::Result;
use kernel::events::Audience;
use kernel::random;

use crate::texts;

/// Classes and groups named at most, in each of both lists.
const MAX_NAMED: usize = 20;

/// What the author chose.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct PostAudience {
    visible: Vec<Audience>,
    hidden: Vec<Audience>,
}

impl PostAudience {
    /// Reads the two lists; none that see it means everyone. `is_in` says whether the author is among an audience.
    ///
    /// # Errors
    /// 400 for what is no class or group, for a group that the author is not in, and when nobody would be left.
    pub(crate) fn parse(
        visible: &[String],
        hidden: &[String],
        is_in: impl Fn(&str) -> bool + Copy,
    ) -> Result<Self> {
        let (visible, hidden) = (named(visible, is_in)?, named(hidden, is_in)?);
        let nobody_left = !visible.is_empty() && visible.iter().all(|audience| hidden.contains(audience));
        if nobody_left {
            return Err(texts::AUDIENCE_EMPTY.err());
        }
        Ok(Self { visible, hidden })
    }

    /// As it is kept.
    pub(crate) fn audience(&self) -> Audience {
        let whoever = match &self.visible[..] {
            [] => Audience::All,
            [one] => one.clone(),
            several => Audience::Any(several.to_vec()),
        };
        if self.hidden.is_empty() {
            whoever
        } else {
            Audience::Except(Box::new(whoever), self.hidden.clone())
        }
    }

    /// Of a row.
    pub(crate) fn stored(raw: &str) -> Self {
        let (whoever, hidden) = match Audience::parse(raw) {
            Some(Audience::Except(whoever, hidden)) => (Some(*whoever), hidden),
            other => (other, Vec::new()),
        };
        let visible = match whoever {
            None | Some(Audience::All) => Vec::new(),
            Some(Audience::Any(several)) => several,
            Some(one) => vec![one],
        };
        Self { visible, hidden }
    }

    /// The classes and groups that see it, as rooms; empty means everyone.
    pub(crate) fn visible_rooms(&self) -> Vec<String> {
        self.visible.iter().filter_map(room).collect()
    }

    /// The classes and groups that do not see it, as rooms.
    pub(crate) fn hidden_rooms(&self) -> Vec<String> {
        self.hidden.iter().filter_map(room).collect()
    }

    /// Whether there are members who do not see it.
    pub(crate) fn is_limited(&self) -> bool {
        !self.visible.is_empty() || !self.hidden.is_empty()
    }
}

fn named(raw: &[String], is_in: impl Fn(&str) -> bool) -> Result<Vec<Audience>> {
    if raw.len() > MAX_NAMED {
        return Err(texts::TOO_MANY_GROUPS.with("max", MAX_NAMED));
    }
    let mut named = Vec::new();
    for room in raw {
        let audience = parse_room(room).ok_or_else(|| texts::GROUP_INVALID.with("group", printable(room)))?;
        let is_foreign = matches!(audience, Audience::Group(_)) && !is_in(&audience.to_key());
        if is_foreign {
            return Err(texts::GROUP_INVALID.with("group", printable(room)));
        }
        if !named.contains(&audience) {
            named.push(audience);
        }
    }
    named.sort_by_key(Audience::to_key);
    Ok(named)
}

/// What a refusal shows of something that was sent.
fn printable(raw: &str) -> String {
    raw.chars().filter(|c| !c.is_control()).take(50).collect()
}

fn parse_room(raw: &str) -> Option<Audience> {
    if let Some(class) = raw.strip_prefix("class_") {
        let is_class = class.len() == 2 && class.bytes().all(|digit| digit.is_ascii_digit());
        return is_class.then(|| Audience::Class(class.to_owned()));
    }
    let group = raw.strip_prefix("group_")?;
    random::parse_id(group).filter(|known| known == group).map(Audience::Group)
}

fn room(audience: &Audience) -> Option<String> {
    match audience {
        Audience::Class(class) => Some(format!("class_{class}")),
        Audience::Group(group) => Some(format!("group_{group}")),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use kernel::events::Memberships;
    use kernel::testing::facts;

    use super::*;

    const GROUP: &str = "group_0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f60";
    const OTHER: &str = "group_0198f2b4-3c1d-7e55-8a11-1b2c3d4e5f61";

    fn parse(visible: &[&str], hidden: &[&str]) -> Result<PostAudience> {
        let author = Memberships::new(&facts("240101"), [GROUP["group_".len()..].to_owned()]);
        let owned = |rooms: &[&str]| rooms.iter().map(|room| (*room).to_owned()).collect::<Vec<_>>();
        PostAudience::parse(&owned(visible), &owned(hidden), |audience| author.are_among(audience))
    }

    #[test]
    fn what_an_author_chose_is_kept_as_one_audience_and_read_again() {
        for (visible, hidden, spelt) in [
            (&[][..], &[][..], "all".to_owned()),
            (&["class_01"], &[], "class:01".to_owned()),
            (&["class_02", GROUP], &[], format!("class:02|{}", GROUP.replacen('_', ":", 1))),
            (&[], &["class_02"], "all!class:02".to_owned()),
            (&["class_01"], &[GROUP], format!("class:01!{}", GROUP.replacen('_', ":", 1))),
        ] {
            let audience = parse(visible, hidden).unwrap();
            assert_eq!(audience.audience().to_key(), spelt);
            let read = PostAudience::stored(&spelt);
            assert_eq!(read, audience);
            assert_eq!(read.visible_rooms(), visible);
            assert_eq!(read.hidden_rooms(), hidden);
        }
    }

    #[test]
    fn what_is_no_class_or_own_group_and_what_leaves_nobody_is_refused() {
        for (visible, hidden) in [
            (&["public"][..], &[][..]),
            (&["class_1"], &[]),
            (&["class_０１"], &[]),
            (&[OTHER], &[]),
            (&[], &[OTHER]),
            (&["group_x"], &[]),
            (&["class_01"], &["class_01"]),
        ] {
            assert!(parse(visible, hidden).is_err(), "{visible:?} {hidden:?}");
        }
    }
}
