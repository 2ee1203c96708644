//! The sentences of a flow map.

use super::event::{Context, FAR, FlowEvent as E};
use super::words::{Cause, End, How, Note, Stay, Verdict};
use crate::event::{Event, Value};
use crate::geometry::Dir;
use crate::world::verb_name;

/// `1 cell`, `2 cells`.
pub(super) fn plural(n: u32, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

impl Context {
    /// What a prisoner walks down: a distance, or a value of the map to flee by.
    pub fn height(&self, value: i64) -> Value {
        if value != FAR && self.flee.is_some() { self.fled(value) } else { self.value(value) }
    }

    fn toward(dir: Dir) -> &'static str {
        match dir {
            Dir::N => "up",
            Dir::E => "right",
            Dir::S => "down",
            Dir::W => "left",
            Dir::Ne => "up right",
            Dir::Se => "down right",
            Dir::Sw => "down left",
            Dir::Nw => "up left",
        }
    }
}

const fn noted(note: Note) -> &'static str {
    match note {
        Note::SourceInWall => "lies in something solid: nothing flows from it until that is gone",
        Note::PrisonerInWall => "holds a prisoner inside something solid: no ripple wakes it until that is gone",
        Note::TwoOnACell => "holds two actors: one steps away before the other",
        Note::ExitInNoRoom => "is an exit that lies in no room: only the global map knows it",
        Note::RoomWithoutExit => "is the corner of a room without an exit: all of it stays not reached",
        Note::NoWayOut => "and all the rest: no exit leads out of the dungeon, so the global map stays empty",
    }
}

/// What happened, as a sentence that stands alone.
pub(super) fn sentence(event: &E, cx: &Context) -> String {
    let v = |value: i64| cx.value(value);
    let via = || event.from().map_or_else(String::new, |c| format!(" from {c}"));
    match *event {
        E::Noted { note, cell } => format!("{cell} {}.", noted(note)),
        E::TurnBegan { turn: 0 } => {
            "Filled the table: −1 in walls and solid things, not reached everywhere else; the first ripple begins."
                .into()
        }
        E::TurnBegan { turn } => format!("Turn {turn} began: the script first, then the waves, then the prisoners."),
        E::WaveBegan { cause, map, cell } => wave_began(cx, cause, map, cell),
        E::LevelBegan { raising: true, map, cells, value, .. } => format!(
            "Looked at the cells with {}{} that may have lost their support: {}.",
            v(value),
            cx.place(map),
            match cells {
                0 => "all are still supported".to_owned(),
                n => format!("{} {} none", plural(n, "cell"), if n == 1 { "has" } else { "have" }),
            }
        ),
        E::LevelBegan { map, cells, level, value, .. } => {
            format!(
                "Level {level}: took {} with value {}{} from the queue.",
                plural(cells, "cell"),
                v(value),
                cx.place(map)
            )
        }
        E::Wrote { how, map, cell, value, .. } => wrote(cx, how, map, cell, value, &via()),
        E::Raised { shut: true, map, cell, old, .. } => {
            format!(
                "{cell} is solid now{}: it lost its {}, and neighbours that hold more are queued.",
                cx.place(map),
                v(old)
            )
        }
        E::Raised { map, cell, old, .. } => {
            format!("Raised {cell}{} from {} to not reached: no neighbour holds it up.", cx.place(map), v(old))
        }
        E::Supported { by: None, cell, value, .. } => format!("{cell} keeps its {}: it is an exit.", v(value)),
        E::Supported { cell, value, .. } => format!("{cell} keeps its {}: it has it{} still.", v(value), via()),
        E::Blocked { cell, why, .. } => format!("Skipped {cell}{}: {}.", via(), why.because()),
        E::Kept { cell, value, offer, .. } => {
            format!("{cell} keeps its {}: {} would be offered{}.", v(value), v(offer), via())
        }
        E::Skipped { cell, value, .. } => {
            format!("Skipped the entry of {cell} with {}: the cell holds another value by now.", v(value))
        }
        E::Subsided { cause: Cause::First, map, levels, full, .. } => {
            format!(
                "The first ripple is over{}: {}, {} reached.",
                cx.place(map),
                plural(levels, "level"),
                plural(full, "cell")
            )
        }
        E::Subsided { map, cell, levels, cells, full, .. } => format!(
            "The wave from {cell} is over{}: {}, {} touched; a full recomputation writes {full}.",
            cx.place(map),
            plural(levels, "level"),
            plural(cells, "cell"),
        ),
        E::Marked { mark } => format!("Not reached is written as {mark} from now on: higher than any distance."),
        E::Changed { from, to, solid, cell, line } => format!(
            "Line {} of the script: {cell} {}, and is {} now.",
            line + 1,
            if from == to { format!("stays {from}") } else { format!("was {from} and became {to}") },
            if solid { "solid" } else { "free" }
        ),
        E::Failed { verb, why, cell, line } => {
            format!("Line {} of the script did nothing: {} at {cell}: {}.", line + 1, verb_name(verb), why.because())
        }
        E::Moved { actor, from, cell } => format!("The script moved {} from {from} to {cell}.", cx.name(actor)),
        E::Removed { actor, cell } => format!("The script took {} away from {cell}.", cx.name(actor)),
        E::Freed { actor, cell } => format!("The chains of {} at {cell} broke.", cx.name(actor)),
        E::Woke { actor, cell, value, .. } => {
            format!(
                "{} at {cell} woke: the ripple reached it with {}; from the next turn it walks.",
                upper(&cx.name(actor)),
                v(value)
            )
        }
        E::FleeBegan { cells } => format!(
            "Multiplied {} by −{} to make the map to flee by, and let it ripple once more.",
            plural(cells, "distance"),
            Value::Real(cx.flee.unwrap_or(0) as f64 / 1000.0)
        ),
        E::Fled { toward: None, cell, value } => format!("{cell} holds {} to flee by.", cx.fled(value)),
        E::Fled { cell, value, .. } => format!("Lowered {cell} to {}{}, one step above it.", cx.fled(value), via()),
        E::Ended { why, turn } => match why {
            End::Still => {
                format!("The run is over after turn {turn}: the script is done, no wave moves, nobody can move.")
            }
            End::Circle => {
                format!("The run is over after turn {turn}: all is as it was before, so it goes round in a circle.")
            }
            End::Turns => format!("The run was stopped after turn {turn}: that is as many turns as it may have."),
        },
        _ => walked(event, cx),
    }
}

fn wave_began(cx: &Context, cause: Cause, map: u16, cell: crate::geometry::Cell) -> String {
    let place = cx.place(map);
    match cause {
        Cause::First => format!("The first ripple began{place}: the exits are queued in the scene's order."),
        Cause::Freed => format!("{cell} is free{place}: the ripple starts again from there alone."),
        Cause::Closed => format!("{cell} is solid{place}: what had its value from there is raised and filled again."),
        Cause::Cost => format!("{cell} costs something else now{place}: its value is looked at again."),
        Cause::Source => format!("An exit or goal came to {cell}{place}: the ripple starts again from there."),
        Cause::NoSource => format!("An exit or goal left {cell}{place}: what had its value from there is raised."),
    }
}

fn wrote(cx: &Context, how: How, map: u16, cell: crate::geometry::Cell, value: i64, via: &str) -> String {
    let (value, place) = (cx.value(value), cx.place(map));
    match how {
        How::Seeded => format!("{cell} is where the map starts{place}: its value is {value}."),
        How::Reached => format!("Reached {cell}{via}{place}: its value is {value}."),
        How::Lowered => format!("Lowered {cell} to {value}{via}{place}: that is shorter."),
        How::Smashed if value == Value::Word("not reached") => {
            format!("{cell} is free, and no neighbour of it is reached{place}: it stays so, and nothing spreads.")
        }
        How::Smashed => {
            format!("{cell} took {value}{via}{place}: the lowest value among its neighbours plus the step.")
        }
        How::Requeued => format!("{cell} holds its {value}{place} and joins the queue: the ripple goes on from there."),
        How::Uncovered => format!("{cell} shows {value} now{place}: the smaller value was raised."),
        How::Expanded => format!("Expanded {cell}{place}: value {value}."),
    }
}

/// Sentences on prisoners.
fn walked(event: &E, cx: &Context) -> String {
    match *event {
        E::ActorBegan { actor, cell, value, map } => {
            format!("{} at {cell} is on: its cell holds {}{}.", upper(&cx.name(actor)), cx.height(value), cx.place(map))
        }
        E::Weighed { verdict, cell, .. } if matches!(verdict, Verdict::Solid | Verdict::Corner) => {
            format!("Weighed {cell}: {}.", if verdict == Verdict::Solid { "it is solid" } else { "it cuts a corner" })
        }
        E::Weighed { verdict, cell, value, .. } => {
            format!("Weighed {cell}: {} ({}).", cx.height(value), verdict.because())
        }
        E::Tied { n, dice: true, cell, roll, .. } => {
            format!(
                "{n} free neighbours hold equally little; the dice rolled {roll:.3} and chose {cell}, probability 1/{n}."
            )
        }
        E::Tied { n, from, cell, .. } => format!(
            "{n} free neighbours hold equally little; {cell} comes first in the order up, right, down, left: it lies {}.",
            Context::toward(from.opposite())
        ),
        E::Stepped { crossed: true, actor, from, cell, value, map } => format!(
            "{} went on through the exit {from} to {cell}{}, where it holds {}.",
            upper(&cx.name(actor)),
            cx.place(map),
            cx.height(value)
        ),
        E::Stepped { actor, from, cell, value, .. } => {
            format!("{} stepped from {from} to {cell}: {}.", upper(&cx.name(actor)), cx.height(value))
        }
        E::Waited { why, actor, cell } => format!(
            "{} at {cell} waits: {}.",
            upper(&cx.name(actor)),
            match why {
                Stay::NoneLower => "no neighbour holds less than its own cell",
                Stay::Taken => "the neighbours that hold least are taken",
                Stay::Blocked => "something is in the way beyond the exit",
                Stay::NoDirection =>
                    "it stands on an exit and did not walk there, so there is no direction to go on in",
            }
        ),
        E::Left { actor, cell, turn, steps } => {
            format!(
                "{} left by the exit {cell} in turn {turn}, after {}.",
                upper(&cx.name(actor)),
                plural(steps, "step")
            )
        }
        _ => String::new(),
    }
}

/// The text with a capital letter.
pub(super) fn upper(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |c| c.to_uppercase().chain(chars).collect())
}
