//! The AI chat through `HttpApp`, against the stub over real sockets.

mod attachments;
mod chat;
mod connection;
mod conversations;
mod failures;
mod models;
mod policies;
mod presets;
mod reading;
mod rules;
mod safety;
mod settings;
mod stream;

use ai_stub::Stub;
use identity::testing::TestPortal;
use kernel::testing::Client;
use serde_json::{Value, json};
use tokio::net::TcpListener;

use super::FEATURE;

const MODELS: &str = "/api/ai-chat/admin/models";

/// A portal with the AI chat, which may reach this machine.
async fn portal() -> TestPortal {
    portal_with(&[]).await
}

async fn portal_with(variables: &[(&str, &str)]) -> TestPortal {
    let defaults = [("RATE_LIMIT_AI", "0"), ("EGRESS_ALLOW", "127.0.0.0/8")];
    let given = |name: &str| variables.iter().any(|(known, _)| *known == name);
    let defaults = defaults.into_iter().filter(|(name, _)| !given(name));
    let all: Vec<_> = defaults.chain(variables.iter().copied()).collect();
    TestPortal::with(&[realtime::FEATURE, FEATURE], &all).await
}

/// A provider on a port of this machine.
struct Provider {
    stub: Stub,
    url: String,
}

impl Provider {
    /// Serves as long as the portal runs.
    async fn start(portal: &TestPortal) -> Self {
        Self::serve(portal, TcpListener::bind("127.0.0.1:0").await.unwrap())
    }

    fn serve(portal: &TestPortal, listener: TcpListener) -> Self {
        let url = format!("http://{}/v1", listener.local_addr().unwrap());
        let provider = Self { stub: Stub::default(), url };
        let serving = provider.stub.clone();
        portal.app.tasks.spawn("provider", |mut stop| async move {
            serving.serve(listener, async move { stop.asked().await }).await.unwrap();
        });
        provider
    }

    /// The body of a model of this provider.
    fn model(&self, id: &str, model: &str) -> Value {
        json!({ "id": id, "label": id, "api_url": self.url, "api_key": KEY, "model": model })
    }
}

/// A key whose mask is known.
const KEY: &str = "sk-test-1234567890abcdef";

/// A model at a public address that nobody asks.
fn remote(id: &str) -> Value {
    json!({ "id": id, "label": id, "api_url": "https://api.provider.example/v1", "api_key": KEY, "model": id })
}

async fn add(admin: &Client, body: Value) -> String {
    admin.post(MODELS, &body).await.data()["id"].as_str().unwrap().to_owned()
}

/// The ids of the models that somebody may use.
async fn offered(client: &Client) -> Vec<String> {
    let list = client.get("/api/ai-chat/models").await.data();
    ids(&list["models"])
}

fn ids(list: &Value) -> Vec<String> {
    list.as_array().unwrap().iter().map(|item| item["id"].as_str().unwrap().to_owned()).collect()
}

/// A member with a conversation, and the models of a provider: `m0`, `m1` …
struct Scene {
    portal: TestPortal,
    provider: Provider,
    admin: Client,
    member: Client,
    conversation_id: String,
}

impl Scene {
    async fn new(models: &[&str]) -> Self {
        Self::with(models, false).await
    }

    /// The same, with a web search.
    async fn with(models: &[&str], has_search: bool) -> Self {
        // The search has to be known before the portal starts, the provider after it.
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let search = format!("http://{address}/search");
        let variables: &[(&str, &str)] = if has_search { &[("SEARCH_API_URL", &search)] } else { &[] };
        let portal = portal_with(variables).await;
        let provider = Provider::serve(&portal, listener);
        let (admin, member) = (portal.admin().await, portal.member().await);
        for (index, model) in models.iter().enumerate() {
            add(&admin, provider.model(&format!("m{index}"), model)).await;
        }
        let mut scene = Self { portal, provider, admin, member, conversation_id: String::new() };
        scene.conversation_id = scene.conversation().await;
        scene
    }

    /// Another conversation of the member.
    async fn conversation(&self) -> String {
        let made = self.member.post("/api/ai-chat/conversations", &json!({})).await.data();
        made["id"].as_str().unwrap().to_owned()
    }

    fn question(&self, message: &str) -> Value {
        self.question_in(&self.conversation_id, message)
    }

    fn question_in(&self, conversation: &str, message: &str) -> Value {
        json!({ "conversation_id": conversation, "message": message })
    }

    fn path(&self) -> String {
        format!("/api/ai-chat/conversations/{}", self.conversation_id)
    }

    async fn detail(&self) -> Value {
        self.member.get(&self.path()).await.data()
    }

    /// The last message, once it is an answer.
    async fn answer(&self) -> Value {
        for _ in 0..2000 {
            let messages = self.detail().await["messages"].clone();
            if let Some(last) = messages.as_array().unwrap().last()
                && last["role"] == "assistant"
            {
                return last.clone();
            }
            pause().await;
        }
        panic!("no answer is kept");
    }
}

/// Does something while the clock of the portal runs on, a second at a time.
async fn while_time_passes<T>(portal: &TestPortal, work: impl Future<Output = T>) -> T {
    let mut work = Box::pin(work);
    loop {
        tokio::select! {
            biased;
            done = &mut work => return done,
            () = pause() => portal.advance(1),
        }
    }
}

/// Waits until another server has done something.
///
/// # Panics
/// When it does not within ten seconds.
async fn wait_for(what: &str, mut is_so: impl FnMut() -> bool) {
    for _ in 0..2000 {
        if is_so() {
            return;
        }
        pause().await;
    }
    panic!("{what} did not come");
}

/// A moment of the machine's time.
#[expect(clippy::disallowed_methods, reason = "sockets know no manual clock")]
async fn pause() {
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
}
