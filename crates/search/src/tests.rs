//! The index and the questions to it, with two kinds whose contents are made up.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use futures_util::future::BoxFuture;
use kernel::accounts::Accounts;
use kernel::db::{DbResult, Read};
use kernel::events::Audience;
use kernel::http::Caller;
use kernel::testing::{TestApp, TestSetup, facts};
use kernel::texts::{Language, Text};
use kernel::user::{UserFacts, UserId};
use kernel::{App, Feature, Result};

use crate::query::FoundOfKind;
use crate::{Document, Found, Hit, SearchKind, SearchQuery, SearchRequest, Within, index, query};

/// The kernel has no users; `identity` brings them.
struct Nobody;

impl Accounts for Nobody {
    fn cached(&self, _: &UserId) -> Option<Arc<UserFacts>> {
        None
    }

    fn load(&self, _: UserId) -> BoxFuture<'_, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn lift_expired_ban<'a>(
        &'a self,
        _: &'a App,
        _: UserId,
    ) -> BoxFuture<'a, Result<Option<Arc<UserFacts>>>> {
        Box::pin(async { Ok(None) })
    }

    fn is_revoked(&self, _: &str) -> bool {
        false
    }

    fn forget(&self, _: &UserId) {}
}

/// What there is, by its id: when it was written, and what.
#[derive(Default)]
struct Contents(Mutex<BTreeMap<String, (i64, String)>>);

static LABEL: Text = Text { slug: "label", zh: "内容", en: "Contents" };
static MEMOS: SearchKind = kind("memo");
static NOTES: SearchKind = kind("note");
static KINDS: [&SearchKind; 2] = [&MEMOS, &NOTES];
const FEATURE: Feature = Feature {
    name: "contents",
    state: |state, _| state.insert(Contents::default()),
    provides: &[&MEMOS, &NOTES],
    ..Feature::EMPTY
};

const fn kind(name: &'static str) -> SearchKind {
    SearchKind {
        name,
        label: &LABEL,
        app: "",
        is_changed_by: |_| false,
        changed: |_, _| Ok(Vec::new()),
        document,
        ids: |_, _, _| Ok(Vec::new()),
        hits,
    }
}

fn document(_: &mut Read, app: &App, id: &str) -> DbResult<Option<Document>> {
    let contents: Arc<Contents> = app.state();
    let content = contents.0.lock().unwrap_or_else(PoisonError::into_inner).get(id).cloned();
    Ok(content.map(|(created_at, text)| Document {
        audience: Audience::All,
        erased_with: None,
        also_found_by: None,
        place: "here".into(),
        title: String::new(),
        text,
        created_at,
    }))
}

/// Whoever asks has hidden some from themselves.
fn hits(_: &mut Read, _: &Caller, request: &SearchRequest, ids: &[String]) -> Result<Vec<Hit>> {
    let shown = ids.iter().filter(|id| !id.starts_with("hidden"));
    Ok(shown.map(|id| Hit::titled(request, id, id.clone(), String::new())).collect())
}

fn setup() -> TestSetup<'static> {
    const FEATURES: &[Feature] = &[crate::FEATURE, FEATURE];
    TestSetup { features: FEATURES, accounts: |_, _| Arc::new(Nobody), variables: &[] }
}

async fn portal() -> TestApp {
    TestApp::new(setup()).await
}

/// Writes contents, and reads all of them into the index at once.
async fn write(app: &App, kind: &'static SearchKind, contents: Vec<(String, i64, String)>) {
    let all: Arc<Contents> = app.state();
    let ids: Vec<_> = contents.iter().map(|(id, ..)| (kind, id.clone())).collect();
    let contents = contents.into_iter().map(|(id, created_at, text)| (id, (created_at, text)));
    all.0.lock().unwrap_or_else(PoisonError::into_inner).extend(contents);
    read_again(app, ids).await;
}

async fn read_again(app: &App, contents: Vec<(&'static SearchKind, String)>) {
    app.write(move |tx| Ok(index::put(tx, &contents)?)).await.unwrap();
}

/// A page of what is found, before a number.
async fn find(app: &App, words: &str, before: Option<i64>, limit: usize) -> Vec<Found> {
    let (reader, wanted) = (app.clone(), SearchQuery::parse(words).unwrap());
    let found = app.db.read(move |read| {
        let facts = facts("240111");
        Ok(query::find(read, &reader, (&wanted, &KINDS), &Within::Everything(&facts), (before, limit))?)
    });
    found.await.unwrap()
}

/// The ids of everything that is found, page by page.
async fn pages(app: &App, words: &str, limit: usize) -> Vec<String> {
    let (mut ids, mut before) = (Vec::new(), None);
    loop {
        let found = find(app, words, before, limit).await;
        before = found.last().map(|last| last.number);
        ids.extend(found.into_iter().map(|found| found.id));
        if before.is_none() {
            return ids;
        }
    }
}

/// What a member is shown of each kind: how many results, the first of them, and whether there are more.
async fn shown(app: &App, words: &str, limit: usize) -> Vec<(usize, String, bool)> {
    let caller = Caller {
        facts: Arc::new(facts("240111")),
        claims: None,
        client: None,
        address: [192, 0, 2, 1].into(),
        request_id: String::new(),
    };
    let request = SearchRequest::new(app, SearchQuery::parse(words).unwrap(), Language::Chinese);
    let memberships = app.memberships(&caller.facts);
    let found = app.db.read(move |read| query::hits(read, (&caller, &memberships), &request, &KINDS, limit));
    let of_kind = |FoundOfKind { hits, more, .. }: FoundOfKind| {
        (hits.len(), hits.first().map(|hit| hit.id.clone()).unwrap_or_default(), more)
    };
    found.await.unwrap().into_iter().map(of_kind).collect()
}

/// So many contents, a minute apart from this minute on, with a text that their number makes.
fn many(name: &str, count: i64, minute: i64, text: impl Fn(i64) -> String) -> Vec<(String, i64, String)> {
    let content = |number| (format!("{name}{number:03}"), (minute + number) * 60_000, text(number));
    (0..count).map(content).collect()
}

#[tokio::test]
async fn common_and_rare_words_are_found_page_by_page_the_newest_first() {
    let test = portal().await;
    let words = |number: i64| {
        let rare =
            [(3, "作业"), (97, "雨伞")].map(|(every, word)| if number % every == 0 { word } else { "" });
        format!("公告 {} {}", rare.join(" "), if number < 5 { "春游" } else { "" })
    };
    write(&test.app, &MEMOS, many("memo", 400, 0, words)).await;
    for (asked, is_found) in [
        ("公告", (|_| true) as fn(i64) -> bool),
        ("公告 作业", |number| number % 3 == 0),
        ("雨伞", |number| number % 97 == 0),
        ("春游", |number| number < 5),
        ("公作", |_| false),
    ] {
        let expected: Vec<_> = (0..400)
            .rev()
            .filter(|number| is_found(*number))
            .map(|number| format!("memo{number:03}"))
            .collect();
        // The newest documents that are asked first are all, some of them, and few.
        for limit in [50, 7, 2] {
            assert_eq!(pages(&test.app, asked, limit).await, expected, "{asked}, {limit} a page");
        }
    }
}

#[tokio::test]
async fn a_kind_of_which_much_is_found_hides_no_other() {
    let test = portal().await;
    write(&test.app, &NOTES, many("note", 3, 0, |_| "明天考试".into())).await;
    write(&test.app, &MEMOS, many("memo", 500, 10, |_| "明天考试".into())).await;
    let expected = [(8, "memo499".to_owned(), true), (3, "note002".to_owned(), false)];
    assert_eq!(shown(&test.app, "考试", 8).await, expected);
}

#[tokio::test]
async fn what_a_member_has_hidden_takes_no_place_among_the_results() {
    let test = portal().await;
    write(&test.app, &MEMOS, many("memo", 12, 0, |_| "明天考试".into())).await;
    write(&test.app, &MEMOS, many("hidden", 100, 20, |_| "明天考试".into())).await;
    let nothing = (0, String::new(), false);
    assert_eq!(shown(&test.app, "考试", 8).await, [(8, "memo011".to_owned(), true), nothing.clone()]);
    assert_eq!(shown(&test.app, "考试", 12).await, [(12, "memo011".to_owned(), false), nothing]);
}

#[tokio::test]
async fn a_crowd_of_one_moment_is_found_in_the_order_in_which_it_came() {
    let test = portal().await;
    let crowd =
        |from: i64| (from..from + 600).map(|number| (format!("memo{number:04}"), 1000, "导入".to_owned()));
    for from in [0, 600, 1200] {
        write(&test.app, &MEMOS, crowd(from).collect()).await;
    }
    let expected: Vec<_> = (0..1800).rev().map(|number| format!("memo{number:04}")).collect();
    assert_eq!(pages(&test.app, "导入", 1000).await, expected);
}

#[tokio::test]
async fn contents_that_are_read_again_keep_their_place_and_what_is_gone_is_not_found() {
    let test = portal().await;
    write(&test.app, &MEMOS, many("memo", 3, 0, |_| "足球".into())).await;
    let first = find(&test.app, "足球", None, 10).await;
    test.app.state::<Contents>().0.lock().unwrap().remove("memo002");
    let changed = vec![
        ("memo000".to_owned(), 90_000_000, "篮球".to_owned()),
        ("memo001".to_owned(), 0, "足球和篮球".to_owned()),
        ("memo003".to_owned(), 180_000, "篮球".to_owned()),
    ];
    read_again(&test.app, vec![(&MEMOS, "memo002".into()), (&MEMOS, "memo999".into())]).await;
    write(&test.app, &MEMOS, changed).await;
    assert_eq!(find(&test.app, "足球", None, 10).await, [first[1].clone()]);
    assert_eq!(pages(&test.app, "篮球", 10).await, ["memo003", "memo001", "memo000"]);
}

#[tokio::test]
async fn an_index_that_knows_no_times_is_emptied_to_be_built_anew() {
    let test = TestApp::upgraded_from(setup(), 55, crate::store::WITHOUT_TIMES).await;
    assert_eq!(find(&test.app, "作业", None, 10).await, []);
    write(&test.app, &MEMOS, many("memo", 3, 0, |_| "作业".into())).await;
    assert_eq!(pages(&test.app, "作业", 10).await, ["memo002", "memo001", "memo000"]);
}
