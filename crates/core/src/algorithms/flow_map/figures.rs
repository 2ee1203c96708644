//! The way that each prisoner who is awake has before it, and with rooms the shortest way by the global map.

use super::descent::{map_of, way_down};
use super::event::{FlowEvent as E, WHOLE};
use super::state::People;
use crate::trace::Moment;
use crate::trace::replay::{Figure, Outline};
use crate::view::board::Role;

/// The most prisoners whose ways are drawn.
const DRAWN: usize = 24;
/// The longest way that is drawn, in cells.
const FARTHEST: usize = 1024;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (context, people) = (now.context(), now.state::<People>());
    let mut all = Vec::new();
    for actor in context.prisoners().take(DRAWN) {
        let person = people.of(actor, context);
        let Some(at) = person.awake_at() else { continue };
        let mut draw = |map: u16, outline, role, word: &str| {
            let way = way_down(now, map, at, FARTHEST);
            if way.len() > 1 {
                let steps = way.len() - 1;
                let label = format!("{word}{steps} step{}", if steps == 1 { "" } else { "s" });
                let points = way.into_iter().map(|c| [c.x as f64 + 0.5, c.y as f64 + 0.5]).collect();
                all.push(Figure { outline, points, role, label });
            }
        };
        if context.has_rooms() && context.flee.is_none() {
            draw(WHOLE, Outline::Line, Role::Candidate, "global: ");
        }
        if let Some(map) = person.map.or_else(|| map_of(now, at)) {
            draw(map, Outline::Arrow, Role::Path, "");
        }
    }
    all
}
