//! Meanings of glyphs beside those of the table and the legend: those that a map without a legend suggests, with a note,
//! and the actors that the user answers with.

use super::parts::{Meaning, Parts};
use crate::tile_mapping::{ActorAnswer, TileAnswers};
use crate::{FormatError, Options};
use gridscope_trace::{Actor, ActorKind, Cell, Tile};
use std::collections::BTreeMap;

/// Letters that mark the start of a maze, each with those that may mark its goal.
const ENDS: [(char, [char; 4]); 2] = [('S', ['E', 'G', 'F', 'X']), ('A', ['B'; 4])];

/// How often each glyph of a map occurs.
pub(super) type Counts = BTreeMap<char, usize>;

/// Meanings that a map suggests.
#[derive(Default)]
pub(super) struct Assumed {
    /// Meanings of glyphs, as a legend would state them.
    pub(super) meanings: Vec<(char, Meaning)>,
    /// Sentence about them.
    pub(super) note: Option<String>,
    /// Whether the map is a level of Sokoban.
    pub(super) is_sokoban: bool,
}

impl Assumed {
    /// Returns what the glyphs of a map suggest. Answers of the user come first.
    pub(super) fn of(counts: &Counts, answers: &TileAnswers, thief: bool) -> Self {
        if is_sokoban(counts) {
            return Self::sokoban(thief);
        }
        let Some((start, goal)) = ends(counts) else { return Self::default() };
        let has_tile = |glyph: char| answers.get(glyph.encode_utf8(&mut [0; 4])).is_some();
        if has_tile(start) || has_tile(goal) || answers.glyph(start).is_some_and(|answer| is_usual(start, answer)) {
            return Self::default();
        }
        let is_asked = answers.glyph(start).or_else(|| answers.glyph(goal)).is_none();
        let advice = match usual_kind(start) {
            Some(kind) => format!("--map-actors='{start}={}'", kind.name()),
            None => format!("--map-tiles='{start}={}'", Tile::from_glyph(start).unwrap_or(Tile::Wall)),
        };
        let usual = if goal == 'X' || goal == 'F' {
            format!("gives {start} its usual meaning")
        } else {
            "gives both letters their usual meanings".to_owned()
        };
        Self {
            meanings: vec![(start, Meaning::Actor(ActorKind::Guard)), (goal, Meaning::Actor(ActorKind::Goal))],
            note: is_asked
                .then(|| format!("{start} is the start and {goal} is the goal, as in many mazes. {advice} {usual}.")),
            is_sokoban: false,
        }
    }

    fn sokoban(thief: bool) -> Self {
        let player = if thief { ActorKind::Thief } else { ActorKind::Explorer };
        let tile = |glyph, tile| (glyph, Meaning::Tile(tile));
        Self {
            meanings: vec![
                tile('$', Tile::Crate),
                tile('*', Tile::Crate),
                tile('-', Tile::Floor),
                tile('_', Tile::Floor),
                ('+', Meaning::Actor(player)),
            ],
            note: Some(
                "This is read as Sokoban: boxes ($ and *) are crates, goal squares are floor, and + is the player on \
                 one. A legend changes it."
                    .to_owned(),
            ),
            is_sokoban: true,
        }
    }
}

/// Returns the letters of the start and the goal of a maze: one of each, and no other actor.
pub(super) fn ends(counts: &Counts) -> Option<(char, char)> {
    ENDS.into_iter().find_map(|(start, goals)| {
        let acts = |glyph: &char| usual_kind(*glyph).is_some() || goals.contains(glyph);
        let mut others = counts.iter().filter(|(glyph, _)| **glyph != start && acts(glyph));
        let (&goal, &count) = others.next()?;
        let is_one = others.next().is_none() && count == 1 && counts.get(&start) == Some(&1);
        (is_one && goals.contains(&goal)).then_some((start, goal))
    })
}

/// Returns whether a map has the glyphs of Sokoban and no others, one player, as many boxes as places for them, and
/// blanks.
pub(super) fn is_sokoban(counts: &Counts) -> bool {
    let count = |glyphs: &str| glyphs.chars().filter_map(|glyph| counts.get(&glyph)).sum::<usize>();
    let boxes = count("$*");
    counts.keys().all(|&glyph| "# @+$*.-_".contains(glyph))
        && counts.contains_key(&'#')
        && count("@+") == 1
        && boxes > 0
        && boxes == count(".*+")
        && count(" -_") > 0
}

/// Returns the kind of actor that a glyph stands for without a legend.
pub(super) fn usual_kind(glyph: char) -> Option<ActorKind> {
    Actor::from_glyph(glyph, Cell::default(), false).map(|actor| actor.kind)
}

/// Returns whether an answer states the kind of actor that a glyph stands for without a legend.
pub(super) fn is_usual(glyph: char, answer: ActorAnswer) -> bool {
    usual_kind(glyph).is_some_and(|kind| answer == ActorAnswer::Kind(kind))
}

/// Returns how often each glyph occurs.
pub(super) fn counts<'r>(rows: impl Iterator<Item = &'r str>) -> Counts {
    let mut counts = Counts::new();
    for glyph in rows.flat_map(str::chars) {
        counts.entry(glyph).and_modify(|count| *count = count.saturating_add(1)).or_insert(1);
    }
    counts
}

/// Adds the actors that the user answers with to the legend.
///
/// # Errors
/// Returns an error if an answer is about a glyph that the map does not have, or that has another answer.
pub(super) fn answer(name: &str, counts: &Counts, options: &Options, parts: &mut Parts<'_>) -> Result<(), FormatError> {
    let answers = &options.tiles;
    let is_glyph = |key: &str| key.chars().all(|glyph| counts.contains_key(&glyph)) && key.chars().count() == 1;
    if let Some(wrong) = answers.stated_types().find(|key| !is_glyph(key)) {
        let found = format!("--map-actors answers for {wrong}, which is no glyph of the map");
        let glyphs: Vec<String> = counts.keys().filter(|glyph| **glyph != ' ').take(8).map(char::to_string).collect();
        return Err(FormatError::whole(name, &found, &format!("one of its glyphs, such as {}", glyphs.join(" "))));
    }
    for &glyph in counts.keys() {
        let Some(answer) = answers.glyph(glyph) else { continue };
        if answers.get(glyph.encode_utf8(&mut [0; 4])).is_some() {
            let found = format!("both --map-tiles and --map-actors answer for {glyph}");
            return Err(FormatError::whole(name, &found, "one answer for each glyph"));
        }
        if is_usual(glyph, answer) {
            // Fields such as a team come from the usual meaning of the glyph.
            parts.legend.remove(&glyph);
            continue;
        }
        let meaning = match answer {
            ActorAnswer::LeftOut => Meaning::Tile(Tile::Floor),
            ActorAnswer::Kind(kind) => Meaning::Actor(kind),
        };
        parts.legend.insert(glyph, meaning);
    }
    Ok(())
}
