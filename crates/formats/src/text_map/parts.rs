//! The parts of a text map: title, rows, weights, known cells and legend.

use crate::error::nearest;
use crate::{FormatError, limits, lines};
use gridscope_trace::{ActorKind, Size, Tile};
use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of legend glyphs listed in a note.
const MAX_TOLD: usize = 5;

/// Meaning of a glyph in the legend.
#[derive(Clone, Copy)]
pub(super) enum Meaning {
    Tile(Tile),
    Actor(ActorKind),
}

/// The parts of a text: title, rows with their line numbers, weights, known cells and legend.
pub(super) struct Parts<'a> {
    pub(super) title: &'a str,
    pub(super) rows: Vec<(usize, Cow<'a, str>)>,
    /// Number of characters from one cell of a row to the next.
    pub(super) step: usize,
    pub(super) weights: Vec<(usize, &'a str)>,
    /// Whether the weights are numbers with spaces between them, instead of digits.
    pub(super) by_number: bool,
    pub(super) known: Vec<(usize, &'a str)>,
    pub(super) legend: BTreeMap<char, Meaning>,
    /// Number of title lines. The next field holds the glyphs that have several legend lines.
    pub(super) titles: usize,
    pub(super) twice: BTreeSet<char>,
}

/// Block of the text that a line belongs to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    Map,
    Weights,
    Known,
    Legend,
}

impl<'a> Parts<'a> {
    pub(super) fn of(name: &str, text: &'a str) -> Result<Self, FormatError> {
        let (rows, weights, known) = (Vec::new(), Vec::new(), Vec::new());
        let (legend, twice) = (BTreeMap::new(), BTreeSet::new());
        let mut parts = Self { title: "", rows, step: 1, weights, by_number: false, known, legend, titles: 0, twice };
        let mut all = lines(text).enumerate().map(|(i, l)| (i.saturating_add(1), l));
        let mut block = Block::Map;
        // Keep the rows from the first to the last that is not blank, but no more than a map may have. A file can hold
        // far more line endings.
        let (mut seen, mut height) = (0u64, 0u64);
        for (number, line) in &mut all {
            if line.trim_start().starts_with("```") {
                continue;
            }
            let beside = match line.trim() {
                _ if block == Block::Legend => Block::Legend,
                "legend:" => Block::Legend,
                "weights:" => Block::Weights,
                "weights by number:" => {
                    parts.by_number = true;
                    Block::Weights
                }
                "known:" => Block::Known,
                _ => block,
            };
            if beside != block {
                block = beside;
            } else if block == Block::Legend {
                parts.legend_line(name, number, line)?;
            } else if block != Block::Map {
                let rows = if block == Block::Known { &mut parts.known } else { &mut parts.weights };
                // Keep one row more than a map may have, so that the size check refuses it.
                let blank = line.trim().is_empty();
                if !(blank && rows.is_empty()) && rows.len() <= limits::SIDE as usize {
                    rows.push((number, line));
                }
            } else if let Some(title) = line.strip_prefix("title:").filter(|_| parts.rows.is_empty()) {
                parts.title = title.trim();
                parts.titles = parts.titles.saturating_add(1);
                if parts.title.len() > limits::TEXT {
                    let found = format!("the title is a text of {} bytes", parts.title.len());
                    return Err(FormatError::at(name, number, None, &found, &format!("at most {}", limits::TEXT)));
                }
            } else {
                let blank = line.trim().is_empty();
                if blank && parts.rows.is_empty() {
                    continue;
                }
                seen = seen.saturating_add(1);
                if seen <= limits::SIDE as u64 {
                    parts.rows.push((number, Cow::Borrowed(line)));
                }
                if !blank {
                    height = seen;
                }
            }
        }
        parts.rows.truncate(height as usize);
        for rows in [&mut parts.weights, &mut parts.known] {
            while rows.pop_if(|(_, row)| row.trim().is_empty()).is_some() {}
        }
        if height > limits::SIDE as u64 {
            let width = parts.rows.iter().map(|(_, row)| row.chars().count() as u64).max().unwrap_or(0);
            Size::checked(width, height).map_err(|e| FormatError::whole(name, &e.to_string(), ""))?;
        }
        Ok(parts)
    }

    pub(super) fn legend_line(&mut self, name: &str, number: usize, line: &str) -> Result<(), FormatError> {
        if line.trim().is_empty() {
            return Ok(());
        }
        let expected = "a glyph, `=`, and the name of a tile or actor, such as `D = secret-door`";
        let mut chars = line.chars();
        let glyph = chars.next().unwrap_or(' ');
        let Some(word) = chars.as_str().trim_start().strip_prefix('=').map(str::trim) else {
            return Err(FormatError::at(name, number, None, &format!("the legend says {line:?}"), expected));
        };
        let meaning = Tile::from_name(word).map(Meaning::Tile).or_else(|| ActorKind::named(word).map(Meaning::Actor));
        let Some(meaning) = meaning else {
            let names = Tile::ALL.iter().map(|t| t.info().name).chain(ActorKind::ALL.map(ActorKind::name));
            let found = format!("there is no tile or actor {word:?}{}", nearest(word, names));
            return Err(FormatError::at(name, number, None, &found, expected));
        };
        if self.legend.insert(glyph, meaning).is_some() {
            self.twice.insert(glyph);
        }
        Ok(())
    }

    /// Returns notes about titles and legend lines that later lines override.
    pub(super) fn said_twice(&self) -> impl Iterator<Item = String> {
        let title = (self.titles > 1).then(|| "There are several titles; the last one counts.".to_owned());
        let glyphs: Vec<String> = self.twice.iter().take(MAX_TOLD).map(|glyph| format!("{glyph:?}")).collect();
        let many = "The legend has several lines for one glyph, and the last one counts";
        let legend = (!glyphs.is_empty()).then(|| format!("{many}: {}.", glyphs.join(", ")));
        title.into_iter().chain(legend)
    }
}
