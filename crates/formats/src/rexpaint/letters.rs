//! Letters of a drawing that could be actors. They are actors only if the user says so.

use super::cp437;
use crate::object_rows::ObjectRows;
use crate::question::ObjectKnownBy;
use crate::tile_mapping::ActorAnswer;
use crate::{FormatError, Options, limits};
use gridscope_trace::{Actor, Cell, Scene};
use std::collections::{BTreeMap, BTreeSet};

/// Letters that could be actors.
#[derive(Default)]
pub(super) struct Letters {
    /// Letters that the layer laid so far: the cell, the actor that was there before, and whether the layer is above the
    /// first.
    pub(super) laid: Vec<(Cell, u8, bool)>,
    /// Whether the layer has letters that stand for nothing, so that it is text.
    pub(super) has_others: bool,
    /// Letters that are no actors by themselves.
    found: Vec<(Cell, u8)>,
}

impl Letters {
    /// Notes a letter that is no actor by itself.
    pub(super) fn note(&mut self, at: Cell, code: u8) {
        if code != 0 {
            self.found.push((at, code));
        }
    }

    /// Places the actors that the user asks for, and notes the other letters.
    ///
    /// # Errors
    /// Returns an error if there are too many actors, or if an answer is about a letter that is not there.
    pub(super) fn place(
        self,
        name: &str,
        scene: &mut Scene,
        options: &Options,
        notes: &mut Vec<String>,
    ) -> Result<(), FormatError> {
        let mut rows = ObjectRows::default();
        for actor in &scene.actors {
            rows.count(&actor.glyph().to_string(), Some(actor.kind), ObjectKnownBy::Type);
        }
        let occupied: BTreeSet<Cell> = scene.actors.iter().map(|actor| actor.at).collect();
        let mut left: BTreeMap<char, usize> = BTreeMap::new();
        for (at, code) in self.found {
            let glyph = cp437::glyph(code);
            rows.count(glyph.encode_utf8(&mut [0; 4]), None, ObjectKnownBy::Nothing);
            match options.tiles.actor(glyph.encode_utf8(&mut [0; 4])) {
                Some(ActorAnswer::Kind(kind)) if !occupied.contains(&at) => scene.actors.push(Actor::new(kind, at)),
                Some(_) => {}
                None => {
                    left.entry(glyph).and_modify(|count| *count = count.saturating_add(1)).or_insert(1_usize);
                }
            }
            if scene.actors.len() > limits::ACTORS {
                let found = format!("there are more than {} actors", limits::ACTORS);
                return Err(FormatError::whole(name, &found, &format!("at most {}", limits::ACTORS)));
            }
        }
        rows.finish(name, &options.tiles)?;
        scene.actors.sort_by_key(|actor| (actor.at.y, actor.at.x));
        if let Some((first, _)) = left.first_key_value() {
            let list: Vec<String> = left.iter().take(8).map(|(glyph, count)| format!("{glyph} ({count})")).collect();
            notes.push(format!(
                "Letters are floor, and no actors: {}. --map-actors='{first}=guard' makes actors of them.",
                list.join(", ")
            ));
        }
        Ok(())
    }
}
