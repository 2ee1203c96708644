//! What the events of a pick come to: its rings, its lowest values, its target and the path to it.

use super::choose::List;
use super::event::{Context, ExploreEvent as E};
use crate::geometry::Cell;
use crate::trace::Fold;

/// The pick that a moment lies in, as far as it has come.
#[derive(Clone, Default)]
pub(super) struct Pick {
    pub(super) number: u32,
    pub(super) start: Option<Cell>,
    /// Number and nodes of each ring of the flood, and whether they are the slow ones.
    pub(super) rings: Vec<(u32, u32, bool)>,
    /// How many neighbours were looked at.
    pub(super) checks: u32,
    pub(super) lowest_item: Option<u32>,
    pub(super) lowest_unknown: Option<u32>,
    /// Which of how many equal targets the dice took.
    pub(super) rolled: Option<(u32, u32)>,
    pub(super) target: Option<Cell>,
    /// Whether the target was aimed at before.
    pub(super) kept: bool,
    /// The path, as far as it is traced, from the target back.
    pub(super) path: Vec<Cell>,
}

impl Fold for Pick {
    type Event = E;

    fn take(&mut self, _: usize, event: &E, _: &Context) {
        match *event {
            E::PickBegan { pick, at, .. } => *self = Self { number: pick, start: Some(at), ..Self::default() },
            E::RingBegan { ring, nodes, slow } => self.rings.push((ring, nodes, slow)),
            E::Expanded { emitted, .. } => self.checks += emitted as u32,
            E::Listed { list, value, .. } => {
                // What is listed again has a lower value, so the lowest stays the lowest.
                let lowest = match list {
                    List::Item => &mut self.lowest_item,
                    List::Single | List::Unknown => &mut self.lowest_unknown,
                    _ => return,
                };
                *lowest = Some(lowest.map_or(value, |l| l.min(value)));
            }
            E::Rolled { among, came, .. } => self.rolled = Some((came, among)),
            E::Aimed { cell, kept, .. } => (self.target, self.kept) = (Some(cell), kept),
            E::Traced { cell, .. } => self.path.push(cell),
            _ => {}
        }
    }
}
