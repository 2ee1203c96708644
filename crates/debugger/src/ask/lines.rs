//! Questions and answers as lines of JSON, which docs/serve.md describes.

use super::{Answer, Ask, AskError, Block, ErrorKind};
use serde_json::{Value, json};

/// Fields of a line that are no part of the question.
const ENVELOPE: [&str; 4] = ["id", "session", "base64", "bytes"];

/// Reads the question in a line.
///
/// # Errors
/// Returns a sentence if the line is no question.
pub fn read_question(message: Value) -> Result<Ask, AskError> {
    let bad = |sentence: String| AskError::new(ErrorKind::Question, sentence);
    let Value::Object(mut fields) = message else {
        return Err(bad("expected an object, such as {\"ask\": \"open\", \"file\": \"hello\"}".to_owned()));
    };
    if fields.get("session").is_some_and(|name| !name.is_string()) {
        return Err(bad("session: expected a name in quotes".to_owned()));
    }
    if fields.get("base64").is_some_and(|wanted| !wanted.is_boolean()) {
        return Err(bad("base64: expected true or false".to_owned()));
    }
    if fields.contains_key("bytes") && fields.get("ask").is_none_or(|ask| ask != "open") {
        return Err(bad("bytes: only open takes a content".to_owned()));
    }
    fields.retain(|name, _| !ENVELOPE.contains(&name.as_str()));
    serde_json::from_value(Value::Object(fields)).map_err(|error| bad(error.to_string()))
}

/// Returns the session that a line names. A line that names none is about the session without a name.
pub fn session_name(message: &Value) -> &str {
    message.get("session").and_then(Value::as_str).unwrap_or_default()
}

/// Returns the line of an answer, and the bytes beside it.
pub fn answer_line(id: &Value, answer: Result<Answer, AskError>) -> (Value, Option<Block>) {
    let mut line = json!({ "id": id });
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
    (line, block)
}
