//! What the name of a model asks the stub to do.

use std::time::Duration;

/// How the answer thinks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Reasoning {
    /// In the field `reasoning_content`.
    #[default]
    Field,
    /// Between `<think>` and `</think>` in the text.
    Think,
}

/// How usage is counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Usage {
    /// `prompt_tokens_details.cached_tokens`.
    #[default]
    Openai,
    /// `prompt_cache_hit_tokens`.
    Deepseek,
    /// By zeros.
    Zero,
    /// Not at all.
    None,
}

/// When the web is searched.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Search {
    /// Never.
    #[default]
    Never,
    /// Before the answer, where the tool is offered.
    Once,
    /// In place of every answer, whether the tool is offered or not.
    Always,
}

/// Why an answer ends before it is whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cut {
    /// It is as long as it may be.
    Length,
    /// A filter has found something in it.
    Filter,
}

/// What the stub does, from the name of the model: `stub`, or `stub?` and pairs like `tokens=100`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Script {
    /// `tokens`: tokens of the text, which are `t0 t1 …`; without it the text is a sample of Markdown.
    pub tokens: Option<usize>,
    /// `rate`: tokens a second; 0, the default, for all at once.
    pub rate: u32,
    /// `thinking`: tokens of reasoning before the text.
    pub thinking: usize,
    /// `reasoning`: `field` or `think`.
    pub reasoning: Reasoning,
    /// `usage`: `openai`, `deepseek`, `zero` or `none`.
    pub usage: Usage,
    /// `search`: `once` calls the tool `web_search` first, where it is offered; `always` calls it and says nothing else.
    pub search: Search,
    /// `before`: tokens of text that come before the search.
    pub before: usize,
    /// `status`: refuses with this status.
    pub status: Option<u16>,
    /// `retry_after`: seconds, in the header of a refusal.
    pub retry_after: Option<u32>,
    /// `first`: refuses so many requests alone; the next ones are answered.
    pub first: Option<u32>,
    /// `echo_key=1`: the refusal repeats the key.
    pub echo_key: bool,
    /// `hang_after`: says nothing more after so many tokens.
    pub hang_after: Option<usize>,
    /// `break_after`: breaks the connection off after so many tokens.
    pub break_after: Option<usize>,
    /// `garble_after`: sends what is no JSON after so many tokens.
    pub garble_after: Option<usize>,
    /// `end_after`: ends without `finish_reason` and `[DONE]` after so many tokens.
    pub end_after: Option<usize>,
    /// `cut`: `length` ends as if the answer were too long, `filter` as if it were not allowed.
    pub cut: Option<Cut>,
    /// `bytes`: the size of the pieces that the stream is written in, which splits characters and lines.
    pub bytes: Option<usize>,
    /// `delay`: milliseconds before the first byte.
    pub delay: u64,
}

/// Models whose names people read: those of the demo class.
const NAMED: [(&str, &str); 2] = [("demo", "stub?rate=40"), ("demo-thinking", "stub?rate=40&thinking=60")];

impl Script {
    /// Reads the name of a model: `demo`, `demo-thinking`, or what begins with `stub`.
    ///
    /// # Errors
    /// For any other name, and for pairs that it does not know.
    pub fn parse(model: &str) -> Result<Self, String> {
        let mut script = Self::default();
        if let Some((_, script)) = NAMED.iter().find(|(name, _)| *name == model) {
            return Self::parse(script);
        }
        let unknown = || format!("there is no model “{model}”");
        let rest = model.strip_prefix("stub").ok_or_else(unknown)?;
        if rest.is_empty() {
            return Ok(script);
        }
        let query = rest.strip_prefix('?').ok_or_else(unknown)?;
        for (name, value) in form_urlencoded::parse(query.as_bytes()) {
            script
                .set(&name, &value)
                .ok_or_else(|| format!("“{name}={value}” is nothing that the stub can do"))?;
        }
        Ok(script)
    }

    fn set(&mut self, name: &str, value: &str) -> Option<()> {
        match name {
            "tokens" => self.tokens = Some(value.parse().ok()?),
            "rate" => self.rate = value.parse().ok()?,
            "thinking" => self.thinking = value.parse().ok()?,
            "reasoning" => {
                self.reasoning = [("field", Reasoning::Field), ("think", Reasoning::Think)].find(value)?
            }
            "usage" => {
                self.usage = [
                    ("openai", Usage::Openai),
                    ("deepseek", Usage::Deepseek),
                    ("zero", Usage::Zero),
                    ("none", Usage::None),
                ]
                .find(value)?;
            }
            "search" => self.search = [("once", Search::Once), ("always", Search::Always)].find(value)?,
            "before" => self.before = value.parse().ok()?,
            "status" => self.status = Some(value.parse().ok().filter(|status| (400..600).contains(status))?),
            "retry_after" => self.retry_after = Some(value.parse().ok()?),
            "first" => self.first = Some(value.parse().ok()?),
            "echo_key" => self.echo_key = value == "1",
            "hang_after" => self.hang_after = Some(value.parse().ok()?),
            "break_after" => self.break_after = Some(value.parse().ok()?),
            "garble_after" => self.garble_after = Some(value.parse().ok()?),
            "end_after" => self.end_after = Some(value.parse().ok()?),
            "cut" => self.cut = Some([("length", Cut::Length), ("filter", Cut::Filter)].find(value)?),
            "bytes" => self.bytes = Some(value.parse().ok().filter(|bytes| *bytes > 0)?),
            "delay" => self.delay = value.parse().ok()?,
            // A number that tells two models apart.
            "n" => {}
            _ => return None,
        }
        Some(())
    }

    /// Whether a request is refused before which so many of this model came.
    pub(crate) fn refuses(&self, before: u32) -> Option<u16> {
        self.status.filter(|_| self.first.is_none_or(|first| before < first))
    }

    /// When a token comes, counted from the first.
    pub(crate) fn due(&self, token: usize) -> Duration {
        match (self.rate, u32::try_from(token)) {
            (0, _) | (_, Err(_)) => Duration::ZERO,
            (rate, Ok(token)) => Duration::from_secs(1) * token / rate,
        }
    }
}

trait Find<T> {
    fn find(self, name: &str) -> Option<T>;
}

impl<T: Copy, const N: usize> Find<T> for [(&str, T); N] {
    fn find(self, name: &str) -> Option<T> {
        self.iter().find(|(known, _)| *known == name).map(|(_, value)| *value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_model_is_its_script() {
        let script = Script::parse("stub?tokens=100&rate=50&usage=deepseek").unwrap();
        assert_eq!((script.tokens, script.rate, script.usage), (Some(100), 50, Usage::Deepseek));
        assert_eq!(script.due(25), Duration::from_millis(500));
        assert_eq!(Script::parse("stub"), Ok(Script::default()));
        assert_eq!(Script::parse("demo").unwrap().rate, 40);
        for unknown in ["gpt-4", "stub2", "stub?tokens=x", "stub?sing=1"] {
            assert!(Script::parse(unknown).is_err(), "{unknown}");
        }
    }

    #[test]
    fn a_script_may_refuse_the_first_requests_alone() {
        let script = Script::parse("stub?status=429&first=2").unwrap();
        assert_eq!([0, 1, 2].map(|before| script.refuses(before)), [Some(429), Some(429), None]);
        assert_eq!(Script::parse("stub?status=500").unwrap().refuses(99), Some(500));
    }
}
