//! The Model Context Protocol over standard input and output (modelcontextprotocol.io, revision 2025-06-18): JSON-RPC, a
//! message on each line. Eight tools, each of which answers with a link to its moment.

use super::{Desk, Job, Protocol, ask};
use crate::debugger::ask::{Answer, Ask, AskError, ErrorKind, OpenRequest, Sessions};
use crate::debugger::lab::brief;
use crate::outside::messages::Message;
use gridscope_trace::{Cell, Progress};
use serde_json::{Value, json};

/// Revisions that are spoken, the newest first.
const REVISIONS: [&str; 4] = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"];
/// Text for the agent, which reads it first.
const INSTRUCTIONS: &str = "gridscope steps through grid algorithms and explains each decision. Open a scene, a log or a \
    trace first, then run it and ask. Cells are [x, y] from the top left, and events are counted from 1. Each answer ends \
    with a link to its moment, for a person to look at: `gridscope open LINK`.";

pub(super) struct Mcp {
    /// Address of a page, for links.
    pub(super) app: Option<String>,
}

/// A tool: its name, what it does, its inputs with their schemas, and how many of these are required.
struct Tool {
    name: &'static str,
    does: &'static str,
    inputs: &'static [(&'static str, Input, &'static str)],
    required: &'static [&'static str],
}

#[derive(Clone, Copy)]
enum Input {
    Text,
    Whole,
    Object,
    Cell,
    Cells,
}

impl Input {
    fn schema(self, description: &str) -> Value {
        let cell =
            || json!({ "type": "array", "items": { "type": "integer", "minimum": 0 }, "minItems": 2, "maxItems": 2 });
        let mut schema = match self {
            Self::Text => json!({ "type": "string" }),
            Self::Whole => json!({ "type": "integer", "minimum": 0 }),
            Self::Object => json!({ "type": "object" }),
            Self::Cell => cell(),
            Self::Cells => json!({ "type": "array", "items": cell(), "minItems": 1 }),
        };
        schema["description"] = description.into();
        schema
    }
}

const SESSION: (&str, Input, &str) = ("session", Input::Text, "Name of the session. Without it, main");
const AT: (&str, Input, &str) =
    ("at", Input::Whole, "Number of events before the moment. Without it, the scene's own moment, or the end");

const TOOLS: [Tool; 8] = [
    Tool {
        name: "open",
        does: "Opens a scene, a map, a log of another program or a trace in a session. Nothing is changed on the disk.",
        inputs: &[
            SESSION,
            ("file", Input::Text, "Name of a file or of a built-in lesson such as hello, or a link"),
            (
                "text",
                Input::Text,
                "The content itself, instead of a file: rows of a map, a scene, or the lines of a log",
            ),
            ("algorithm", Input::Text, "Algorithm to run instead of the scene's, such as astar or dijkstra"),
            ("set", Input::Object, "Parameters of the algorithm, such as {\"neighbours\": 4}"),
            ("seed", Input::Whole, "Random seed to use instead of the scene's"),
        ],
        required: &[],
    },
    Tool {
        name: "run",
        does: "Runs what is open, and returns the outcome and the number of events.",
        inputs: &[SESSION],
        required: &[],
    },
    Tool {
        name: "step",
        does: "Returns what happened at an event: its sentence, the reason, the line of the listing, and values.",
        inputs: &[SESSION, AT, ("line", Input::Whole, "Line of a log instead, from 1")],
        required: &[],
    },
    Tool {
        name: "why",
        does: "Explains a cell, an event, or a mover of a log: values, history and causes, or whom the mover waits for.",
        inputs: &[
            SESSION,
            ("cell", Input::Cell, "The cell"),
            ("event", Input::Whole, "The event instead, from 1"),
            ("actor", Input::Text, "The mover of a log instead, by name or number"),
            AT,
        ],
        required: &[],
    },
    Tool {
        name: "why_not",
        does: "Explains why a cell or the path of several cells was not chosen, or why a mover of a log does not move there.",
        inputs: &[
            SESSION,
            ("cells", Input::Cells, "One cell, or the cells of a path from the start"),
            ("actor", Input::Text, "The mover of a log that does not move, or not to the one cell"),
            AT,
        ],
        required: &[],
    },
    Tool {
        name: "diff",
        does: "Compares the run of a session with that of another: the first event that differs, and both outcomes.",
        inputs: &[SESSION, ("with", Input::Text, "Name of the other session")],
        required: &["with"],
    },
    Tool {
        name: "check",
        does: "Audits a log or trace for contradictions, or checks whether the exercise of a lesson is solved.",
        inputs: &[SESSION],
        required: &[],
    },
    Tool {
        name: "minimise",
        does: "Shrinks the scene as far as possible while it still shows a symptom, and opens the result in a session.",
        inputs: &[
            SESSION,
            ("keep", Input::Text, "The symptom, such as \"outcome found = false\" or \"hits CONDITION\""),
            ("into", Input::Text, "Name of the session for the result. Without it, small"),
        ],
        required: &["keep"],
    },
];

/// Returns a request's parameter.
fn params(message: &Value, name: &str) -> Value {
    message.pointer(&format!("/params/{name}")).cloned().unwrap_or_default()
}

fn failure(id: &Value, code: i64, sentence: &str) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "error": { "code": code, "message": sentence } })
}

fn result(id: &Value, result: &Value) -> Value {
    json!({ "jsonrpc": "2.0", "id": id, "result": result })
}

/// Reads a request or a notification as it arrives. Returns the job that it asks for, after [`Desk::expect`].
fn heed_one(message: Value, desk: &Desk) -> Option<Job> {
    // An answer to something that was never asked.
    if message.get("result").or(message.get("error")).is_some() {
        return None;
    }
    let Some(method) = message.get("method").and_then(Value::as_str) else {
        let id = message.get("id").cloned().unwrap_or_default();
        desk.write(&failure(&id, -32_600, "this is no request; expected an object with a method"), None);
        return None;
    };
    let Some(id) = message.get("id").cloned() else {
        if method == "notifications/cancelled" {
            desk.cancel(&params(&message, "requestId"));
        }
        return None;
    };
    let answer = match method {
        "initialize" => {
            let requested_revision = params(&message, "protocolVersion");
            let revision =
                REVISIONS.into_iter().find(|revision| requested_revision == *revision).unwrap_or(REVISIONS[0]);
            result(
                &id,
                &json!({
                    "protocolVersion": revision,
                    "capabilities": { "tools": {} },
                    "serverInfo": { "name": "gridscope", "version": env!("CARGO_PKG_VERSION") },
                    "instructions": INSTRUCTIONS,
                }),
            )
        }
        "ping" => result(&id, &json!({})),
        "tools/list" => result(&id, &json!({ "tools": TOOLS.iter().map(Tool::json).collect::<Vec<_>>() })),
        "tools/call" => {
            desk.expect(&id, params(&message, "_meta/progressToken"), Progress::default());
            return Some(Job { id, message, block: None });
        }
        other => failure(&id, -32_601, &format!("there is no method {other:?}")),
    };
    desk.write(&answer, None);
    None
}

impl Protocol for Mcp {
    fn heed(&self, message: Message, desk: &Desk) -> Vec<Job> {
        match message {
            // A batch, which revision 2025-03-26 has. Each request of it is answered on its own.
            Ok((Value::Array(batch), _)) if !batch.is_empty() => {
                batch.into_iter().filter_map(|message| heed_one(message, desk)).collect()
            }
            Ok((message, _)) => heed_one(message, desk).into_iter().collect(),
            Err(none) => {
                desk.write(&failure(&Value::Null, -32_700, &none.sentence), None);
                Vec::new()
            }
        }
    }

    fn answer(&self, job: Job, sessions: &mut Sessions, progress: &Progress, desk: &Desk) {
        let name = params(&job.message, "name");
        let Some(tool) = TOOLS.iter().find(|tool| name == tool.name) else {
            return desk.write(&failure(&job.id, -32_602, &format!("there is no tool {name}")), None);
        };
        let answer = self.call(tool, &params(&job.message, "arguments"), sessions, progress);
        // A request that was cancelled gets no answer.
        if progress.is_stopped() {
            return;
        }
        let answer = match answer {
            Ok([text, link]) => {
                let parts = [text, link].map(|text| json!({ "type": "text", "text": text }));
                json!({ "content": parts, "isError": false })
            }
            Err(error) => json!({ "content": [{ "type": "text", "text": error.to_string() }], "isError": true }),
        };
        desk.write(&result(&job.id, &answer), None);
    }

    fn progress(&self, _: &Value, token: &Value, progress: &Value) -> Option<Value> {
        let params =
            json!({ "progressToken": token, "progress": progress["seconds"], "message": progress.to_string() });
        (!token.is_null()).then(|| json!({ "jsonrpc": "2.0", "method": "notifications/progress", "params": params }))
    }
}

impl Tool {
    fn json(&self) -> Value {
        let inputs = self.inputs.iter().map(|(name, input, does)| ((*name).to_owned(), input.schema(does)));
        let inputs: serde_json::Map<_, _> = inputs.collect();
        json!({
            "name": self.name,
            "description": self.does,
            "inputSchema": { "type": "object", "properties": inputs, "required": self.required, "additionalProperties": false },
            "annotations": { "readOnlyHint": true, "openWorldHint": false },
        })
    }

    /// Returns the question of a call.
    fn question(&self, arguments: &Value) -> Result<Ask, AskError> {
        let bad = |sentence: String| Err(AskError::new(ErrorKind::Question, sentence));
        let mut fields = match arguments {
            Value::Null => serde_json::Map::new(),
            Value::Object(fields) => fields.clone(),
            other => return bad(format!("the arguments are {other}; expected an object")),
        };
        for name in ["session", "into"] {
            if let Some(other) = fields.get(name).filter(|name| !name.is_string()) {
                return bad(format!("{name}: {other} is no name; expected text"));
            }
        }
        let unknown = fields.keys().find(|name| !self.inputs.iter().any(|(own, ..)| own == name));
        if let Some(unknown) = unknown {
            let names: Vec<_> = self.inputs.iter().map(|(name, ..)| *name).collect();
            let sentence = format!("there is no input {unknown:?}; expected one of {}", names.join(", "));
            return bad(sentence);
        }
        fields.retain(|name, _| name != "session" && name != "into");
        fields.insert("ask".to_owned(), self.name.replace('_', "-").into());
        serde_json::from_value(fields.into()).map_err(|error| AskError::new(ErrorKind::Question, error.to_string()))
    }
}

impl Mcp {
    /// Calls a tool. Returns the answer as text, and the link to its moment.
    fn call(
        &self,
        tool: &Tool,
        arguments: &Value,
        sessions: &mut Sessions,
        progress: &Progress,
    ) -> Result<[String; 2], AskError> {
        let name = |field: &str, usual: &str| arguments.get(field).and_then(Value::as_str).unwrap_or(usual).to_owned();
        let mut session = name("session", "main");
        let question = tool.question(arguments)?;
        let answer = ask(sessions, &session, &question, None, progress)?;
        let moment = |data: &Value| data["at"].as_u64().map(|at| at as usize);
        let cell = |data: &Value| serde_json::from_value::<Cell>(data["cell"].clone()).ok();
        let (text, at, cell) = match answer {
            Answer::Open { holds, algorithm, size: [width, height], notes } => {
                let holds = json!(holds);
                let what = holds.as_str().unwrap_or_default();
                let text = format!("session {session}: a {what} of {width} × {height} cells, algorithm {algorithm}");
                ([vec![text], notes].concat().join("\n"), Some(0), None)
            }
            Answer::Run { algorithm, outcome, events, steps, halted, fault, notes, warnings, .. } => {
                let mut lines = vec![format!("algorithm {algorithm}, {events} events, {steps} steps")];
                lines.extend(brief::rows(&outcome).into_iter().map(|(name, value)| format!("{name}: {value}")));
                lines.extend(halted.into_iter().chain(fault).chain(notes).chain(warnings));
                (lines.join("\n"), None, None)
            }
            Answer::Step(step) => (step.text, moment(&step.data), None),
            Answer::Why(why) => (why.text, moment(&why.data), cell(&why.data)),
            Answer::WhyNot(why) => {
                let (at, cell) = match &question {
                    Ask::WhyNot { cells, at, .. } => (*at, cells.last().copied()),
                    _ => (None, None),
                };
                (why.text, at.or(why.data["event"].as_u64().map(|event| event as usize)), cell)
            }
            Answer::Diff(diff) => {
                let first = diff.data.pointer("/first_divergence/a").and_then(Value::as_u64);
                (diff.text, first.map(|event| event as usize), None)
            }
            Answer::Check { first, report, .. } => (report.text, first, None),
            Answer::Minimise { scene, before, after, trials } => {
                session = name("into", "small");
                let open = Ask::Open(Box::new(OpenRequest { scene: Some(scene.clone()), ..OpenRequest::default() }));
                ask(sessions, &session, &open, None, progress)?;
                let [before, after] = [before, after].map(|[width, height]| format!("{width} × {height}"));
                (format!("session {session}: {before} cells became {after} in {trials} trials\n{scene}"), None, None)
            }
            other => (json!(other).to_string(), None, None),
        };
        let fault = sessions.fault(&session).filter(|fault| !text.contains(fault));
        let text = fault.map_or_else(|| text.clone(), |fault| format!("{text}\n{fault}"));
        Ok([text, self.link(sessions, &session, at, cell, progress)])
    }

    /// Returns the sentence with the link to a moment, or why there is none.
    fn link(
        &self,
        sessions: &mut Sessions,
        session: &str,
        at: Option<usize>,
        cell: Option<Cell>,
        progress: &Progress,
    ) -> String {
        let question = Ask::Link { at, cell, layer: None };
        match (ask(sessions, session, &question, None, progress), &self.app) {
            (Ok(Answer::Link { link, .. }), Some(app)) => format!("link: {app}#{link}"),
            (Ok(Answer::Link { link, .. }), None) => format!("link: {link}"),
            (Ok(_), _) => "no link".to_owned(),
            (Err(error), _) => format!("no link: {error}"),
        }
    }
}
