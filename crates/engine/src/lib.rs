//! gridscope's answers in a browser's Python. A question and its answer are those of `gridscope serve`: a line of JSON, and
//! the bytes that its field `bytes` counts.
//!
//! The caller asks [`question`] for room, writes the question there, calls [`answer`], and reads from [`answered`]. No
//! function of JavaScript is imported.

#![cfg(target_arch = "wasm32")]

use gridscope_algorithms::registry;
use gridscope_debugger::ask::Sessions;
use gridscope_debugger::ask::lines::{answer_line, read_question, session_name};
use gridscope_trace::{Progress, later};
use serde_json::Value;
use std::cell::RefCell;

struct Engine {
    sessions: Sessions,
    question: Vec<u8>,
    answer: Vec<u8>,
}

thread_local! {
    static ENGINE: RefCell<Engine> = RefCell::new(Engine {
        sessions: Sessions::new(registry(), None),
        question: Vec::new(),
        answer: Vec::new(),
    });
}

/// Returns the address of the room for a question of `size` bytes.
#[unsafe(no_mangle)]
pub extern "C" fn question(size: usize) -> *mut u8 {
    ENGINE.with_borrow_mut(|engine| {
        engine.question.resize(size, 0);
        engine.question.as_mut_ptr()
    })
}

/// Answers the question. Returns the number of bytes of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answer() -> usize {
    // This program is one part.
    later::arrived();
    ENGINE.with_borrow_mut(Engine::answer)
}

/// Returns the address of the answer.
#[unsafe(no_mangle)]
pub extern "C" fn answered() -> *const u8 {
    ENGINE.with_borrow(|engine| engine.answer.as_ptr())
}

impl Engine {
    fn answer(&mut self) -> usize {
        let question = std::mem::take(&mut self.question);
        let end = question.iter().position(|&byte| byte == b'\n').unwrap_or(question.len());
        let message: Value = serde_json::from_slice(&question[..end]).unwrap_or_default();
        let block = message.get("bytes").map(|_| question.get(end + 1..).unwrap_or_default());
        let answer = read_question(message.clone())
            .and_then(|ask| self.sessions.answer(session_name(&message), &ask, block, &Progress::default()));
        let (mut line, block) = answer_line(&message["id"], answer);
        if let Some(bytes) = &block {
            line["bytes"] = bytes.len().into();
        }
        self.answer = line.to_string().into_bytes();
        self.answer.push(b'\n');
        self.answer.extend(block.unwrap_or_default());
        self.answer.len()
    }
}
