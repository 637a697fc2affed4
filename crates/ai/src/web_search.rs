//! Web search for models that can ask for it: SEARCH_API_* names one service, which is asked with
//! `{"query": …}` and answers in one of the usual forms.

use std::time::Duration;

use kernel::App;
use kernel::config::{HttpUrl, Secret, Variable};
use serde_json::{Value, json};

use super::prompts;
use super::provider::{Call, Endpoint, ProviderError, post_json};
use super::source::{AiSource, is_web_link};
use crate::tokens::beginning;

/// Where the web is searched.
pub(super) static SEARCH_API_URL: Variable<Option<HttpUrl>> = Variable::new(
    "SEARCH_API_URL",
    "",
    "web search for the AI chat: an address that takes {\"query\": …}, like https://api.tavily.com/search",
);
/// Its key.
pub(super) static SEARCH_API_KEY: Variable<Option<Secret<String>>> =
    Variable::new("SEARCH_API_KEY", "", "key of that web search, sent as a bearer token");

/// The name of the tool that models call.
pub(super) const TOOL: &str = "web_search";
/// A search has so long.
const TIMEOUT: Duration = Duration::from_secs(15);
/// Results that a model is shown.
const MAX_RESULTS: usize = 6;
/// What it is shown of each, in characters.
const MAX_SNIPPET: usize = 600;
/// Longest title, in characters.
const MAX_TITLE: usize = 120;

/// What was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SearchResults {
    pub(crate) sources: Vec<AiSource>,
    /// What the model reads.
    pub(crate) text: String,
}

/// Whether there is a web search.
pub(super) fn is_configured(app: &App) -> bool {
    SEARCH_API_URL.of(&app.config).is_some()
}

/// The tool, as models are told of it.
pub(super) fn tool() -> Value {
    json!({ "type": "function", "function": {
        "name": TOOL,
        "description": prompts::SEARCH_TOOL,
        "parameters": { "type": "object", "required": ["query"],
                        "properties": { "query": { "type": "string", "description": "What to look for" } } } } })
}

/// The query in the arguments of a call; some models write it plainly.
pub(super) fn query_of(arguments: &str) -> String {
    let json: Option<Value> = serde_json::from_str(arguments).ok();
    let query = json.as_ref().and_then(|json| json["query"].as_str()).unwrap_or(arguments).trim();
    query.chars().filter(|c| !c.is_control()).take(200).collect()
}

/// Searches the web. The text of the results has at most so many tokens, about.
///
/// # Errors
/// When the service does not answer, or there is none.
pub(super) async fn search(app: &App, query: &str, tokens: i64) -> Result<SearchResults, ProviderError> {
    let HttpUrl(api_url) = SEARCH_API_URL.of(&app.config).clone().ok_or(ProviderError::Broken)?;
    let endpoint = Endpoint {
        key: SEARCH_API_KEY.of(&app.config).clone(),
        is_operator_configured: true,
        api_url: api_url.clone(),
    };
    let call = Call { endpoint: &endpoint, url: api_url };
    let answer =
        post_json(app, &call, &json!({ "query": query, "max_results": MAX_RESULTS }), TIMEOUT).await?;
    let mut found = found(&answer);
    let fitting = beginning(&found.text, tokens).len();
    found.text.truncate(fitting);
    Ok(found)
}

/// Reads results as Tavily (`results`), Bing and Bocha (`webPages.value`, also in `data`) and Serper (`organic`) give
/// them.
fn found(answer: &Value) -> SearchResults {
    let lists = [
        &answer["results"],
        &answer["data"]["webPages"]["value"],
        &answer["webPages"]["value"],
        &answer["organic"],
        &answer["data"],
    ];
    let results = lists.into_iter().find_map(Value::as_array).map(Vec::as_slice).unwrap_or_default();
    let mut found = SearchResults::default();
    for result in results {
        let text =
            |names: [&str; 4]| names.into_iter().find_map(|name| result[name].as_str()).unwrap_or_default();
        let title = short(text(["title", "name", "headline", "heading"]), MAX_TITLE);
        let url = text(["url", "link", "href", "uri"]).to_owned();
        let snippet = short(text(["content", "summary", "snippet", "description"]), MAX_SNIPPET);
        // What is shown as a link is one.
        if !is_web_link(&url) || found.sources.len() == MAX_RESULTS {
            continue;
        }
        let title = if title.is_empty() { short(&url, MAX_TITLE) } else { title };
        found.text.push_str(&format!("[{}] {title}\n{url}\n{snippet}\n\n", found.sources.len() + 1));
        found.sources.push(AiSource { title, url });
    }
    if found.sources.is_empty() {
        found.text = prompts::NOTHING_FOUND.to_owned();
    }
    found
}

fn short(text: &str, max: usize) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).take(max).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_in_the_usual_forms() {
        for answer in [
            json!({ "results": [{ "title": "T", "url": "https://a.test/1", "content": "C" }] }),
            json!({ "data": { "webPages": { "value": [{ "name": "T", "url": "https://a.test/1", "summary": "C" }] } } }),
            json!({ "webPages": { "value": [{ "name": "T", "url": "https://a.test/1", "snippet": "C" }] } }),
            json!({ "organic": [{ "title": "T", "link": "https://a.test/1", "snippet": "C" }] }),
        ] {
            let found = found(&answer);
            assert_eq!(
                found.sources,
                [AiSource { title: "T".into(), url: "https://a.test/1".into() }],
                "{answer}"
            );
            assert_eq!(found.text, "[1] T\nhttps://a.test/1\nC\n\n");
        }
    }

    #[test]
    fn what_is_no_web_address_is_no_source() {
        let answer =
            json!({ "results": [{ "title": "T", "url": "javascript:alert(1)" }, { "title": "no address" }] });
        assert_eq!(found(&answer).sources, []);
        assert_eq!(found(&json!("what?")).sources, []);
        assert!(is_web_link("https://zh.wikipedia.org/wiki/熵?token=1#历史"));
    }

    #[test]
    fn a_query_is_one_line() {
        assert_eq!(query_of(r#"{"query":"  天气\n北京 "}"#), "天气北京");
        assert_eq!(query_of("plain"), "plain");
    }
}
