//! Templates: a text that the user wrote, with places to fill. Written only.
//!
//! ```text
//! int width = {{width}};
//! int map[] = {
//!     {{numbers}},
//! };
//! spawn("{{actor}}", {{x}}, {{y}});
//! ```
//!
//! | place | filled with |
//! | --- | --- |
//! | `{{width}}` `{{height}}` | the size of the map, in cells |
//! | `{{rows}}` | all rows as glyphs, one a line |
//! | `{{actors}}` | all actors as one line of JSON |
//! | `{{row}}` `{{numbers}}` | a row as glyphs, and as numbers of tiles with commas |
//! | `{{tile}}` `{{glyph}}` `{{number}}` `{{weight}}` | a cell's tile: name, glyph, number and weight (0 for none) |
//! | `{{actor}}` | an actor's kind |
//! | `{{x}}` `{{y}}` | column and row of the cell or actor |
//!
//! A line with a place for a row is written once for each row, a line with a place for a cell once for each cell, and a
//! line with `{{actor}}` once for each actor. What is filled in is never filled again, and nothing is evaluated. The JSON
//! of actors has only letters, digits and harmless signs within its strings, so no name can end a string or a comment of
//! the language around it.

use super::{Format, FormatError, FormatInfo, Keeps, Kept, Options, Purpose, Written, limits, losses};
use gridscope_trace::{Actor, Cell, Scene, Weight};
use std::fmt::Write as _;

/// Largest filled template, in bytes.
const MAX_OUTPUT_BYTES: usize = 256 << 20;

/// The format of templates.
#[derive(Debug)]
pub(crate) struct Template;

/// A place to fill.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Width,
    Height,
    Rows,
    Actors,
    Row,
    Numbers,
    Tile,
    Glyph,
    Number,
    Weight,
    Actor,
    X,
    Y,
}

/// The items that a line of the template is repeated for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Repeats {
    Once,
    EachRow,
    EachCell,
    EachActor,
}

impl Place {
    const ALL: [(&'static str, Self); 13] = [
        ("width", Self::Width),
        ("height", Self::Height),
        ("rows", Self::Rows),
        ("actors", Self::Actors),
        ("row", Self::Row),
        ("numbers", Self::Numbers),
        ("tile", Self::Tile),
        ("glyph", Self::Glyph),
        ("number", Self::Number),
        ("weight", Self::Weight),
        ("actor", Self::Actor),
        ("x", Self::X),
        ("y", Self::Y),
    ];

    /// Returns what a line with this place is written for, if the place decides it.
    const fn repeats(self) -> Option<Repeats> {
        match self {
            Self::Width | Self::Height | Self::Rows | Self::Actors | Self::X | Self::Y => None,
            Self::Row | Self::Numbers => Some(Repeats::EachRow),
            Self::Tile | Self::Glyph | Self::Number | Self::Weight => Some(Repeats::EachCell),
            Self::Actor => Some(Repeats::EachActor),
        }
    }
}

/// A part of a line: a text to copy, or a place to fill.
enum Part<'a> {
    Text(&'a str),
    Place(Place),
}

impl Format for Template {
    fn info(&self) -> &FormatInfo {
        static INFO: FormatInfo = FormatInfo {
            purpose: Purpose::Template,
            ..FormatInfo::only_written(
                "template",
                "filled template",
                &[],
                Keeps::of([Kept::Part, Kept::Part, Kept::Part, Kept::Nothing, Kept::Nothing]),
            )
        };
        &INFO
    }

    fn write(&self, scene: &Scene, options: &Options) -> Result<Written, FormatError> {
        FormatError::check_scene("the scene", scene)?;
        let Some(template) = &options.write.template else {
            return Err(FormatError::whole("the template", "there is none", "--template FILE"));
        };
        let mut filled = String::new();
        let mut used = Vec::new();
        for (i, line) in template.split_inclusive('\n').enumerate() {
            let parts = parts(i.saturating_add(1), line)?;
            used.extend(
                parts.iter().filter_map(|part| if let Part::Place(place) = part { Some(*place) } else { None }),
            );
            fill(&mut filled, scene, i.saturating_add(1), &parts)?;
        }
        Ok(Written::new(filled.into_bytes(), lost(scene, &used)))
    }
}

/// Lists what the template has no place for.
fn lost(scene: &Scene, used: &[Place]) -> Vec<String> {
    let any = |places: &[Place]| places.iter().any(|place| used.contains(place));
    let mut lost: Vec<String> = losses::title(scene).into_iter().collect();
    if !any(&[Place::Rows, Place::Row, Place::Numbers, Place::Tile, Place::Glyph, Place::Number]) {
        lost.push("the tiles".into());
    }
    lost.extend(losses::weights(scene).filter(|_| !any(&[Place::Weight])));
    lost.extend(losses::beside_the_map(scene));
    if any(&[Place::Actors]) {
        return lost;
    }
    if !any(&[Place::Actor]) {
        lost.extend(losses::actors(scene, |_| false));
    } else if scene.actors.iter().any(|actor| *actor != Actor::new(actor.kind, actor.at)) {
        lost.push("of the actors: all but kind and cell".into());
    }
    lost
}

/// Splits a line into its parts. Double braces that do not hold a word are text.
fn parts(number: usize, line: &str) -> Result<Vec<Part<'_>>, FormatError> {
    let mut parts = Vec::new();
    let mut text = 0_usize;
    let mut from = 0_usize;
    while let Some(begin) = line.get(from..).and_then(|rest| rest.find("{{")).map(|at| from.saturating_add(at)) {
        from = begin.saturating_add(2);
        let Some(end) = line.get(from..).and_then(|rest| rest.find("}}")).map(|at| from.saturating_add(at)) else {
            break;
        };
        let word = line.get(from..end).unwrap_or_default().trim();
        if word.is_empty() || !word.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_')) {
            // In `{{{x}}}`, the place is inside a brace of the text.
            from = begin.saturating_add(1);
            continue;
        }
        let Some(&(_, place)) = Place::ALL.iter().find(|(name, _)| *name == word) else {
            let column = line.get(..begin).unwrap_or_default().chars().count().saturating_add(1);
            let names: Vec<&str> = Place::ALL.iter().map(|(name, _)| *name).collect();
            let near = super::nearest(word, names.iter().copied());
            let found = format!("there is no place {{{{{word}}}}}{near}");
            return Err(FormatError::at(
                "the template",
                number,
                Some(column),
                &found,
                &format!("one of {}", names.join(", ")),
            ));
        };
        parts.push(Part::Text(line.get(text..begin).unwrap_or_default()));
        parts.push(Part::Place(place));
        (text, from) = (end.saturating_add(2), end.saturating_add(2));
    }
    parts.push(Part::Text(line.get(text..).unwrap_or_default()));
    Ok(parts)
}

/// Adds a line of the template, as often as it is repeated.
fn fill(out: &mut String, scene: &Scene, number: usize, parts: &[Part<'_>]) -> Result<(), FormatError> {
    let places = || parts.iter().filter_map(|part| if let Part::Place(place) = part { Some(*place) } else { None });
    let wanted = |repeats: Repeats| places().any(|place| place.repeats() == Some(repeats));
    let refuse = |found: &str, expected: &str| Err(FormatError::at("the template", number, None, found, expected));
    let repeats = match [Repeats::EachRow, Repeats::EachCell, Repeats::EachActor].map(wanted) {
        [true, _, true] | [_, true, true] => {
            return refuse("the line has a place for an actor and one for a cell", "one of them");
        }
        [_, _, true] => Repeats::EachActor,
        [_, true, _] => Repeats::EachCell,
        [true, ..] => Repeats::EachRow,
        _ => Repeats::Once,
    };
    let (has_x, has_y) = (places().any(|place| place == Place::X), places().any(|place| place == Place::Y));
    if has_x && matches!(repeats, Repeats::Once | Repeats::EachRow) {
        return refuse("the line has {{x}} without a cell", "{{tile}} or {{actor}} on the same line");
    }
    if has_y && repeats == Repeats::Once {
        return refuse("the line has {{y}} without a row", "{{row}}, {{tile}} or {{actor}} on the same line");
    }
    let size = scene.size();
    let mut add = |cell: Cell, actor: Option<&Actor>| {
        for part in parts {
            match part {
                Part::Text(text) => out.push_str(text),
                Part::Place(place) => fill_place(out, scene, *place, cell, actor),
            }
        }
        if out.len() > MAX_OUTPUT_BYTES {
            let found = format!("the template fills {}", limits::mebibytes(out.len() as u64));
            return refuse(&found, &format!("at most {}", limits::mebibytes(MAX_OUTPUT_BYTES as u64)));
        }
        Ok(())
    };
    match repeats {
        Repeats::Once => add(Cell::default(), None),
        Repeats::EachRow => (0..size.height).try_for_each(|y| add(Cell::new(0, y), None)),
        Repeats::EachCell => size.cells().try_for_each(|cell| add(cell, None)),
        Repeats::EachActor => scene.actors.iter().try_for_each(|actor| add(actor.at, Some(actor))),
    }
}

/// Fills one place.
fn fill_place(out: &mut String, scene: &Scene, place: Place, cell: Cell, actor: Option<&Actor>) {
    let Some(info) = scene.tiles.get(cell).map(|tile| tile.info()) else { return };
    let row = || scene.tiles.rows().nth(cell.y.into()).unwrap_or_default();
    // Writing to a String cannot fail.
    let _ = match place {
        Place::Width => write!(out, "{}", scene.size().width),
        Place::Height => write!(out, "{}", scene.size().height),
        Place::X => write!(out, "{}", cell.x),
        Place::Y => write!(out, "{}", cell.y),
        Place::Rows => {
            for (y, row) in scene.tiles.rows().enumerate() {
                out.push_str(if y == 0 { "" } else { "\n" });
                out.extend(row.iter().map(|tile| tile.info().glyph));
            }
            Ok(())
        }
        Place::Row => {
            out.extend(row().iter().map(|tile| tile.info().glyph));
            Ok(())
        }
        Place::Numbers => row()
            .iter()
            .enumerate()
            .try_for_each(|(x, &tile)| write!(out, "{}{}", if x == 0 { "" } else { ", " }, tile as u8)),
        Place::Tile => write!(out, "{}", info.name),
        Place::Glyph => write!(out, "{}", info.glyph),
        Place::Number => write!(out, "{}", scene.tiles.get(cell).map_or(0, |&tile| tile as u8)),
        Place::Weight => write!(out, "{}", scene.weight(cell).map_or(0.0, Weight::value)),
        Place::Actor => write!(out, "{}", actor.map_or("", |actor| actor.kind.name())),
        Place::Actors => {
            out.push_str(&harmless(&serde_json::to_string(&scene.actors).unwrap_or_default()));
            Ok(())
        }
    };
}

/// Returns JSON whose strings hold only ASCII letters, digits, spaces and `- _ . , :`. All other characters are written as
/// escapes, so the value stays the same.
fn harmless(json: &str) -> String {
    let mut out = String::with_capacity(json.len());
    let (mut in_string, mut chars) = (false, json.chars());
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                in_string = !in_string;
                out.push(c);
            }
            '\\' if in_string => {
                // An escape of JSON: a quotation mark, a slash or a backslash becomes a number, and the others stay.
                match chars.next() {
                    Some(escaped @ ('"' | '\\' | '/')) => {
                        let _ = write!(out, "\\u{:04x}", u32::from(escaped));
                    }
                    Some(letter) => out.extend(['\\', letter]),
                    None => {}
                }
            }
            c if in_string && !(c.is_ascii_alphanumeric() || " -_.,:".contains(c)) => {
                for unit in c.encode_utf16(&mut [0; 2]) {
                    let _ = write!(out, "\\u{unit:04x}");
                }
            }
            c => out.push(c),
        }
    }
    out
}
