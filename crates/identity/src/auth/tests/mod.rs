//! The auth feature through `HttpApp`.

mod guesses;
mod limits;
mod password;
mod register;
mod session;
mod sessions;
mod sign_in;

use kernel::testing::Client;
use serde_json::{Value, json};

use crate::testing::{PASSWORD, TestPortal};

/// A portal set up with a class of three and a class admin.
async fn portal_with(variables: &[(&str, &str)]) -> TestPortal {
    let portal = TestPortal::with(&[], variables).await;
    portal.anonymous().post("/api/setup/save", &class_list()).await.data();
    portal
}

async fn portal() -> TestPortal {
    portal_with(&[]).await
}

fn class_list() -> Value {
    json!({
        "cohort": "24",
        "pre_records": {
            "class01": [
                { "real_name": "王老师", "gender": "女", "is_class_admin": true },
                { "real_name": "张三", "gender": "男" },
                { "real_name": "李四", "gender": "女" },
            ],
            "class02": [{ "real_name": "赵六", "gender": "男" }],
        },
        "admin_user_ids": ["240199"],
    })
}

fn registration(real_name: &str, net_name: &str) -> Value {
    json!({ "real_name": real_name, "net_name": net_name, "password": PASSWORD, "confirm_password": PASSWORD })
}

async fn register(portal: &TestPortal, real_name: &str, net_name: &str) -> Client {
    let answer = portal.anonymous().post("/api/auth/register", &registration(real_name, net_name)).await;
    portal.anonymous().bearing(answer.data()["token"].as_str().unwrap())
}

async fn login(client: &Client, account: &str, password: &str) -> kernel::testing::Answer {
    client.post("/api/auth/login", &json!({ "account": account, "password": password })).await
}
