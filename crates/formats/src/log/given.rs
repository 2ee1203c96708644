//! Map and rules of a log that does not state them, given on the command line.

use super::contradiction::UnseenKeys;
use super::{Bounds, Header, LINES_AT_ONCE, Log, Reader, Steps, read_line};
use crate::{FormatError, Options, TOO_LARGE, map_given, too_large};
use gridscope_trace::{Cell, Progress, Scene};
use serde_json::{Map, Value};
use std::io::BufRead;

/// The map and the rules of a log, from the command line.
pub(crate) struct Given {
    map: Option<Scene>,
    header: Map<String, Value>,
}

impl Given {
    /// Reads the map that the options name.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub(crate) fn of(options: &Options) -> Result<Self, FormatError> {
        let map = map_given(options)?.map(|(_, loaded)| {
            let mut scene = loaded.scene;
            scene.actors.clear();
            scene
        });
        Ok(Self { map, header: options.header.clone() })
    }

    /// Reads a log with this map and these rules.
    ///
    /// # Errors
    /// Returns an error if the header cannot be read, or if the map does not fit the log.
    pub(crate) async fn read(self, name: &str, source: impl BufRead, progress: &Progress) -> Result<Log, FormatError> {
        let reader = Reader::new(name, self.map.as_ref()).within(Bounds::default()).stating(self.header.clone())?;
        let mut log = Log::read_by(reader, source, progress).await?;
        let header = &log.header;
        if self.map.is_some() && header.origin != [0, 0] && !self.header.contains_key("origin") {
            let [x, y] = header.origin;
            let found = format!("the cells of the log begin at ({x},{y}), and the map given begins somewhere");
            let expected = "the cell of its top left corner, such as --header '{\"origin\": [0, 0]}'";
            return Err(FormatError::whole(name, &found, expected));
        }
        // A search trace says nothing about its steps. With costs, they are judged, as far as its events go.
        if header.steps == Some(Steps::Own) && self.header.contains_key("costs") && !self.header.contains_key("steps") {
            log.header.steps = Some(steps_of(&log));
        }
        Ok(log)
    }
}

impl Reader {
    /// Sets fields that replace those of the header, or that make one if there is none.
    ///
    /// # Errors
    /// Returns an error if the fields are no header.
    pub(crate) fn stating(mut self, stated: Map<String, Value>) -> Result<Self, FormatError> {
        if !stated.is_empty() {
            let header = Header::of(&stated).and_then(|header| header.on(self.ground.as_ref()));
            self.set_header(header.map_err(|bad| FormatError::whole("the rules given", &bad.0, &bad.1))?);
            self.unseen = UnseenKeys::of(0, &stated);
            self.stated = stated;
        }
        Ok(self)
    }
}

impl Log {
    /// Like [`Log::read_on`], with a reader that has its settings.
    pub(crate) async fn read_by(
        mut reader: Reader,
        source: impl BufRead,
        progress: &Progress,
    ) -> Result<Self, FormatError> {
        let (name, bounds) = (reader.log.name.clone(), reader.bounds);
        // Reading one byte more than allowed shows whether the source is too long.
        let mut source = source.take(bounds.bytes.saturating_add(1));
        let mut line = Vec::new();
        for number in 0_usize.. {
            progress.pause_every(LINES_AT_ONCE, number).await.map_err(FormatError::stopped(&name))?;
            line.clear();
            match read_line(&mut source, &mut line) {
                Ok(0) => break,
                // A line past the limit is not read.
                Ok(_) if source.limit() == 0 => break,
                Ok(_) if reader.bytes(&line)? => {}
                Ok(_) => break,
                Err(error) => {
                    reader.cannot_read(&error);
                    break;
                }
            }
        }
        let mut log = reader.end();
        if source.limit() == 0 {
            log.broken = Some(too_large(&name, TOO_LARGE, bounds.bytes));
        }
        Ok(log)
    }
}

/// Returns the kind of steps that the events take: to neighbours, in straight and diagonal runs, or in any direction.
fn steps_of(log: &Log) -> Steps {
    let step = |from: Cell, to: Cell| match from.delta(to) {
        (dx, dy) if dx.max(dy) <= 1 => Steps::One,
        (dx, dy) if dx == 0 || dy == 0 || dx == dy => Steps::Jump,
        _ => Steps::Any,
    };
    let all = log.events.iter().filter_map(|event| Some(step(event.from?, event.at?)));
    let mut steps = Steps::One;
    for next in all {
        match next {
            Steps::Any => return Steps::Any,
            Steps::Jump => steps = Steps::Jump,
            _ => {}
        }
    }
    steps
}
