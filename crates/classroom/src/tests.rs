//! What the tests of this crate share: a class of twelve, and a portal with all that duty asks.

use identity::testing::TestPortal;
use kernel::Feature;
use serde_json::{Value, json};

/// A portal whose class list has 240101 to 240112 and, in another class, 240201.
pub(crate) async fn portal() -> TestPortal {
    portal_with(&[]).await
}

/// The same with variables.
pub(crate) async fn portal_with(variables: &[(&str, &str)]) -> TestPortal {
    let features: Vec<Feature> = [::search::FEATURE, timetable::FEATURE, calendar::FEATURE]
        .into_iter()
        .chain(crate::FEATURES.iter().copied())
        .collect();
    let portal = TestPortal::with(&features, variables).await;
    let body = json!({ "cohort": "24", "pre_records": { "class01": entries(&class()), "class02": entries(&["240201".into()]) } });
    portal.anonymous().post("/api/setup/save", &body).await.data();
    portal
}

/// The numbers of class 01.
pub(crate) fn class() -> Vec<String> {
    (1..=12).map(|number| format!("2401{number:02}")).collect()
}

/// Entries of the class list with the names that test members have.
pub(crate) fn entries(numbers: &[String]) -> Value {
    let entry =
        |number: &String| json!({ "real_name": format!("实名{number}"), "user_id": number, "gender": "" });
    numbers.iter().map(entry).collect()
}

/// Lets an admin take numbers of class 01 off the list.
pub(crate) async fn leave(portal: &TestPortal, gone: &[&str]) {
    let staying: Vec<String> =
        class().into_iter().filter(|number| !gone.contains(&number.as_str())).collect();
    let body = json!({ "cohort": "24", "pre_records": { "class01": entries(&staying), "class02": entries(&["240201".into()]) } });
    portal.admin().await.put("/api/admin/pre-records", &body).await.data();
}
