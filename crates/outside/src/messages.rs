//! Messages of another program on standard input: lines of JSON, each maybe with bytes after it, read on a thread of its
//! own so that one can be stopped while it is answered.

#![expect(clippy::disallowed_methods, reason = "messages are read while the one before is answered")]

use crate::formats::limits;
use serde_json::Value;
use std::io::{self, BufRead, Read as _};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// A message with the bytes after it, or the line that is none.
pub type Message = Result<(Value, Option<Vec<u8>>), NoMessage>;

/// Line that is no message.
#[derive(Debug)]
pub struct NoMessage {
    /// The line's field `id`, or null.
    pub id: Value,
    /// A sentence about the fault.
    pub sentence: String,
}

/// Reads messages until the input ends. `heed` gets each one as it arrives, with the bytes that its field `bytes` counts,
/// if `has_blocks`, or the line that is none. It returns the jobs, each of which `answer` then gets on the calling thread, one after
/// the other. `tick` is called at this interval meanwhile.
pub fn each<T: Send>(
    mut input: impl BufRead + Send,
    interval: Duration,
    has_blocks: bool,
    heed: impl Fn(Message) -> Vec<T> + Sync,
    tick: impl Fn() + Sync,
    mut answer: impl FnMut(T),
) {
    let ((send, waiting), (ended, end)) = (channel(), channel::<()>());
    thread::scope(|scope| {
        let (heed, tick) = (&heed, &tick);
        scope.spawn(move || {
            while end.recv_timeout(interval) == Err(RecvTimeoutError::Timeout) {
                tick();
            }
        });
        scope.spawn(move || {
            while let Some(message) = next(&mut input, has_blocks).transpose() {
                let message = message.unwrap_or_else(|error| no_message(&Value::Null, error.to_string()));
                if heed(message).into_iter().any(|job| send.send(job).is_err()) {
                    break;
                }
            }
        });
        waiting.iter().for_each(&mut answer);
        drop(ended);
    });
}

fn no_message(line: &Value, sentence: String) -> Message {
    Err(NoMessage { id: line.get("id").cloned().unwrap_or_default(), sentence })
}

/// Reads the next message. Returns `None` at the end of the input.
fn next(input: &mut impl BufRead, has_blocks: bool) -> io::Result<Option<Message>> {
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.by_ref().take(limits::LINE).read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        if line.last() != Some(&b'\n') && line.len() as u64 == limits::LINE {
            input.skip_until(b'\n')?;
            let sentence = format!("the line is longer than {}", limits::mebibytes(limits::LINE));
            return Ok(Some(no_message(&Value::Null, sentence)));
        }
        if !line.iter().all(u8::is_ascii_whitespace) {
            break;
        }
    }
    let value: Value = match serde_json::from_slice(&line) {
        Ok(value) => value,
        Err(error) => return Ok(Some(no_message(&Value::Null, format!("this is no line of JSON: {error}")))),
    };
    let Some(length) = value.get("bytes").filter(|_| has_blocks) else { return Ok(Some(Ok((value, None)))) };
    let Some(length) = length.as_u64() else {
        let sentence = format!("bytes: {length} is not a number of bytes; expected a whole number from 0");
        return Ok(Some(no_message(&value, sentence)));
    };
    let mut block = Vec::new();
    if length > limits::TRACE {
        io::copy(&mut input.by_ref().take(length), &mut io::sink())?;
        let max_size = limits::mebibytes(limits::TRACE);
        return Ok(Some(no_message(&value, format!("{length} bytes are too many; expected at most {max_size}"))));
    }
    input.by_ref().take(length).read_to_end(&mut block)?;
    if (block.len() as u64) < length {
        let sentence = format!("the input ends after {} of {length} bytes", block.len());
        return Ok(Some(no_message(&value, sentence)));
    }
    Ok(Some(Ok((value, Some(block)))))
}
