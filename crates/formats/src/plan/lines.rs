//! Writes a plan as the lines of a log, and reads them at once, so that the limits of logs hold.

use super::ground::Ground;
use super::model::{Change, Place, Plan, cell};
use crate::log::{Bounds, Log, Reader};
use crate::scene_json::SceneJson;
use crate::trace_file::FORMAT;
use crate::{Format as _, FormatError, Options};
use gridscope_trace::progress::Progress;
use serde_json::{Map, Value, json};

/// Number of lines between two pauses.
const LINES_AT_ONCE: usize = 512;

/// The log while its lines are written.
struct Lines<'a> {
    reader: Reader,
    name: &'a str,
    progress: &'a Progress,
    count: usize,
    /// Whether the log has room for more lines.
    has_room: bool,
}

impl Lines<'_> {
    async fn push(&mut self, line: &Value) -> Result<(), FormatError> {
        self.progress.pause_every(LINES_AT_ONCE, self.count).await.map_err(FormatError::stopped(self.name))?;
        self.count = self.count.saturating_add(1);
        if self.has_room {
            self.has_room = self.reader.line(&line.to_string())?;
        }
        Ok(())
    }
}

/// Returns the log of a plan.
pub(super) async fn log(name: &str, plan: Plan, ground: &Ground, progress: &Progress) -> Result<Log, FormatError> {
    let reader = Reader::new(name, None).within(Bounds::default());
    let mut lines = Lines { reader, name, progress, count: 0, has_room: true };
    lines.push(&header(&plan, ground)?).await?;
    let inside = |place: Place| cell(&ground.scene, place).is_some();
    for (number, mover) in plan.movers.iter().enumerate() {
        if !inside(mover.at) {
            let found = format!(
                "mover {number} starts at ({},{}), which is off the map {}",
                mover.at.0, mover.at.1, ground.name
            );
            return Err(FormatError::whole(name, &found, "the map of this plan, with --map FILE"));
        }
        let mut place = event("place", number, mover.at);
        let mut insert = |field: &str, value: Option<Value>| {
            if let Some(value) = value {
                place.insert(field.to_owned(), value);
            }
        };
        insert("kind", Some("robot".into()));
        insert("facing", mover.facing.filter(|_| plan.heading).map(|facing| facing.name().into()));
        insert("goal", mover.goal.filter(|&goal| inside(goal)).map(|(x, y)| json!([x, y])));
        insert("start", mover.start.filter(|&start| inside(start)).map(|(x, y)| json!([x, y])));
        lines.push(&place.into()).await?;
    }
    let mut changes: Vec<(u32, Change)> = Vec::with_capacity(plan.changes());
    for (number, mover) in (0_u32..).zip(&plan.movers) {
        changes.extend(mover.changes.iter().map(|&change| (number, change)));
    }
    changes.sort_by_key(|(_, change)| change.t);
    let mut now: Vec<Change> =
        plan.movers.iter().map(|mover| Change { t: 0, at: mover.at, facing: mover.facing }).collect();
    let mut changes = changes.into_iter().peekable();
    for t in 0..=plan.last {
        if t > 0 {
            lines.push(&json!({ "event": "begin", "phase": format!("t {t}"), "t": t })).await?;
        }
        for event in plan.before.get(&t).into_iter().flatten() {
            lines.push(event).await?;
        }
        while let Some((number, change)) = changes.next_if(|(_, change)| change.t == t) {
            let Some(before) = now.get_mut(number as usize) else { continue };
            let before = std::mem::replace(before, change);
            if before.at != change.at {
                if inside(change.at) {
                    lines.push(&event("move", number as usize, change.at).into()).await?;
                } else if inside(before.at) {
                    let text = format!("{number} moves to ({},{}), which is off the map", change.at.0, change.at.1);
                    lines.push(&json!({ "event": "fault", "text": text, "actor": number.to_string() })).await?;
                }
            }
            if let Some(facing) = change.facing.filter(|_| plan.heading && before.facing != change.facing)
                && inside(change.at)
            {
                let mut turn = event("turn", number as usize, change.at);
                turn.insert("facing".into(), facing.name().into());
                lines.push(&turn.into()).await?;
            }
        }
        for event in plan.events.get(&t).into_iter().flatten() {
            lines.push(event).await?;
        }
        if t > 0 {
            lines.push(&json!({ "event": "end" })).await?;
        }
        if !lines.has_room {
            break;
        }
    }
    Ok(lines.reader.end())
}

/// Returns the first line of the log.
fn header(plan: &Plan, ground: &Ground) -> Result<Value, FormatError> {
    let scene = SceneJson.write(&ground.scene, &Options::default())?;
    let scene: Value = serde_json::from_slice(&scene.bytes).unwrap_or_default();
    let mut notes = vec![format!("The map is {}.", ground.name)];
    notes.extend(plan.notes.iter().cloned());
    Ok(json!({
        "format": FORMAT,
        "version": 2,
        "algorithm": plan.origin,
        "comment": notes.join(" "),
        "scene": scene,
        "neighbours": 4,
        "moves": { "simultaneous": true, "heading": plan.heading, "arrive": plan.arrives },
        "claims": plan.claims,
        "converted": true,
    }))
}

/// Returns an event of a mover.
fn event(word: &str, number: usize, (x, y): Place) -> Map<String, Value> {
    let fields = [("event", word.into()), ("actor", number.to_string().into()), ("at", json!([x, y]))];
    fields.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
