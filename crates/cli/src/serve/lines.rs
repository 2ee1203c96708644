//! The protocol of `serve`: a line of JSON for each question and each answer, and bytes after the line if it has a field
//! `bytes`. docs/serve.md describes it.

use super::{Desk, Job, Protocol, ask};
use crate::debugger::ask::lines::{answer_line, read_question, session_name};
use crate::debugger::ask::{AskError, ErrorKind, Sessions};
use crate::outside::messages::Message;
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use gridscope_trace::Progress;
use serde_json::{Value, json};

pub(super) struct Lines;

/// Fields of a line that cancels another question.
const CANCEL: [&str; 4] = ["id", "ask", "what", "session"];

impl Protocol for Lines {
    fn heed(&self, message: Message, desk: &Desk) -> Vec<Job> {
        let (message, block) = match message {
            Ok(message) => message,
            Err(none) => {
                let error = AskError::new(ErrorKind::Question, none.sentence);
                desk.write(&json!({ "id": none.id, "error": error }), None);
                return Vec::new();
            }
        };
        let id = message.get("id").cloned().unwrap_or_default();
        if message.get("ask").is_some_and(|ask| ask == "cancel") {
            let mut names = message.as_object().into_iter().flat_map(|all| all.keys());
            let answer = if let Some(unknown) = names.find(|name| !CANCEL.contains(&name.as_str())) {
                let sentence = format!("unknown field `{unknown}`, expected what");
                json!({ "id": id, "error": AskError::new(ErrorKind::Question, sentence) })
            } else {
                let found = message.get("what").is_some_and(|what| desk.cancel(what));
                json!({ "id": id, "answer": "cancel", "found": found })
            };
            desk.write(&answer, None);
            return Vec::new();
        }
        desk.expect(&id, Value::Null, Progress::default());
        vec![Job { id, message, block }]
    }

    fn answer(&self, job: Job, sessions: &mut Sessions, progress: &Progress, desk: &Desk) {
        let session = session_name(&job.message).to_owned();
        let is_text = job.message.get("base64").is_some_and(|wanted| *wanted == true);
        let question = read_question(job.message);
        let answer = question.and_then(|question| ask(sessions, &session, &question, job.block.as_deref(), progress));
        let (mut line, mut block) = answer_line(&job.id, answer);
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
