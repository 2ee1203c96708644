//! Figures drawn over an explored map: the range of sight, the candidates, and the arrivals of the last flood event.

use super::AutoExplore;
use super::adjacency::emits;
use super::event::{ExploreEvent as E, TARGET};
use super::lens::{explorer, is_known};
use crate::algorithm::Lens as _;
use crate::event::{Event as _, trimmed};
use crate::trace::replay::{Figure, Outline};
use crate::trace::{Candidate, CandidateResult, Moment};
use crate::{Cell, Role};

/// Returns all figures: the range of sight, the candidates, and the direction of the last event.
pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (cx, me) = (now.context(), explorer(now));
    let mut all = Vec::new();
    if let Some(radius) = cx.radius {
        let reach = Figure::circle(me, radius as f64 + 0.5, Role::Seen, "");
        all.push(Figure { outline: Outline::Limit, ..reach }.named("range of sight"));
    }
    all.extend(candidates(now, me));
    let listed = |diagonal: bool| if diagonal { Role::Raised } else { Role::Queued };
    match now.last() {
        Some(&E::Expanded { cell, by, .. }) => {
            let (cardinal, diagonal) = emits(by);
            for &dir in cardinal.iter().chain(diagonal) {
                if let Some(to) = cell.step(dir, cx.size) {
                    all.push(Figure::arrow([cell, to], listed(dir.is_diagonal()), ""));
                }
            }
        }
        Some(
            event @ (E::Reached { by: Some(by), .. }
            | E::Ignored { by: Some(by), .. }
            | E::Blocked { by: Some(by), .. }),
        ) => {
            if let Some((from, to)) = event.from().zip(event.cell()) {
                all.push(Figure::arrow([from, to], listed(by.is_diagonal()), ""));
            }
        }
        Some(&E::TookStairs { cell, from, .. }) => all.push(Figure::arrow([from, cell], Role::Path, "stairs")),
        Some(&E::Struck { cell, .. }) => all.push(Figure::arrow([cell, me], Role::Threat, "strikes")),
        Some(&E::Sidestepped { cell, next, behind, .. }) => {
            all.push(Figure::arrow([me, cell], Role::Path, "1"));
            all.push(Figure::arrow([cell, next], Role::Path, "2"));
            all.push(Figure::arrow([behind, next], Role::Threat, "ambush"));
        }
        _ => {}
    }
    all
}

/// Returns the candidates of the pick, each with its value. A line from the explorer leads to the winner and to each
/// candidate of equal key: the straight line decides between them.
fn candidates(now: &Moment<E>, me: Cell) -> Vec<Figure> {
    let aimed = now.layer(TARGET).next().and_then(|(cell, e)| match e {
        E::Aimed { list, .. } if cell != me => Some((cell, list.word())),
        _ => None,
    });
    let choice = AutoExplore::decision(now);
    let winner = choice.iter().flat_map(|choice| &choice.candidates).find(|c| c.fate == CandidateResult::Chosen);
    // The reason of the choice: the value, and the straight line that decides between equal ones.
    let reason = winner.and_then(|winner| match &winner.values[..] {
        [_, _, value, distance, ..] => Some(format!(": {value}, and {} straight", trimmed(distance.parse().ok()?, 1))),
        _ => None,
    });
    let line = |(cell, word): (Cell, &'static str)| {
        Figure::line([me, cell], Role::Chosen, format!("{word}{}", reason.as_deref().unwrap_or_default()))
            .named("target")
    };
    let mut all: Vec<Figure> = aimed.into_iter().map(line).collect();
    let Some(choice) = choice else { return all };
    let mut plates = (Vec::new(), Vec::new());
    let mut equal = Vec::new();
    let mut selected_cell = None;
    for Candidate { cell, values, fate, .. } in choice.candidates {
        let (Some(cell), Some(value)) = (cell, values.into_iter().nth(2)) else { continue };
        // A known cell already shows a number and a picture.
        if is_known(&now.at(cell)) {
            continue;
        }
        match fate {
            CandidateResult::Chosen => {
                selected_cell = Some(Figure::through(Outline::Plate, [cell], Role::Chosen, "").with_beads([value]));
            }
            fate => {
                if matches!(fate, CandidateResult::Tied(_)) || fate.reason() == "farther" {
                    equal.push(cell);
                }
                plates.0.push(cell);
                plates.1.push(value);
            }
        }
    }
    if aimed.is_some() {
        let tried =
            |&cell: &Cell| Figure::through(Outline::Dashes, [me, cell], Role::Chosen, "").named("straight line");
        all.extend(equal.iter().map(tried));
        all.push(Figure::through(Outline::Overtaken, equal, Role::Chosen, "").named("same priority"));
    }
    all.push(Figure::through(Outline::Plate, plates.0, Role::Queued, "").with_beads(plates.1).named("unknown, listed"));
    all.extend(selected_cell);
    all
}
