//! The protocol of `serve`: a line of JSON for each question and each answer, and bytes after the line if it has a field
//! `bytes`. docs/serve.md describes it.

use super::{Desk, Job, Protocol, ask};
use crate::debugger::ask::{Ask, AskError, ErrorKind, Sessions};
use crate::outside::messages::Message;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gridscope_trace::Progress;
use serde_json::{Value, json};

/// Fields of a line that are no part of the question.
const ENVELOPE: [&str; 4] = ["id", "session", "base64", "bytes"];
/// Name of the session of a line that names none.
const SESSION: &str = "";

pub(super) struct Lines;

impl Lines {
    fn question(message: Value) -> Result<Ask, AskError> {
        let bad = |sentence: String| AskError::new(ErrorKind::Question, sentence);
        let Value::Object(mut fields) = message else {
            return Err(bad("expected an object, such as {\"ask\": \"open\", \"file\": \"hello\"}".to_owned()));
        };
        if fields.get("session").is_some_and(|name| !name.is_string()) {
            return Err(bad("session: expected a name in quotes".to_owned()));
        }
        fields.retain(|name, _| !ENVELOPE.contains(&name.as_str()));
        serde_json::from_value(Value::Object(fields)).map_err(|error| bad(error.to_string()))
    }
}

impl Protocol for Lines {
    fn heed(&self, message: Message, desk: &Desk) -> Option<Job> {
        let (message, block) = match message {
            Ok(message) => message,
            Err(sentence) => {
                let error = AskError::new(ErrorKind::Question, sentence);
                desk.write(&json!({ "id": null, "error": error }), None);
                return None;
            }
        };
        let id = message.get("id").cloned().unwrap_or_default();
        if message.get("ask").is_some_and(|ask| ask == "cancel") {
            let found = message.get("what").is_some_and(|what| desk.cancel(what));
            desk.write(&json!({ "id": id, "answer": "cancel", "found": found }), None);
            return None;
        }
        // Only a run has a budget of its own.
        let run =
            message.get("ask").is_some_and(|ask| ask == "run").then(|| Self::question(message.clone()).ok()).flatten();
        let progress = run.map_or_else(Progress::default, |ask| ask.progress());
        desk.expect(&id, Value::Null, progress);
        Some(Job { id, message, block })
    }

    fn answer(&self, job: Job, sessions: &mut Sessions, progress: &Progress, desk: &Desk) {
        let session = job.message.get("session").and_then(Value::as_str).unwrap_or(SESSION).to_owned();
        let is_text = job.message.get("base64").is_some_and(|wanted| *wanted == true);
        let question = Self::question(job.message);
        let answer = question.and_then(|question| ask(sessions, &session, &question, job.block.as_deref(), progress));
        let mut line = json!({ "id": job.id });
        let mut block = None;
        match answer {
            Ok(mut answer) => {
                block = answer.take_block();
                if let (Value::Object(line), Ok(Value::Object(fields))) = (&mut line, serde_json::to_value(&answer)) {
                    line.extend(fields);
                }
            }
            Err(error) => line["error"] = json!(error),
        }
        if let Some(bytes) = &block {
            if is_text {
                line["base64"] = BASE64_STANDARD.encode(bytes).into();
                block = None;
            } else {
                line["bytes"] = bytes.len().into();
            }
        }
        desk.write(&line, block.as_deref());
    }

    fn progress(&self, id: &Value, _: &Value, progress: &Value) -> Option<Value> {
        Some(json!({ "id": id, "progress": progress }))
    }
}
