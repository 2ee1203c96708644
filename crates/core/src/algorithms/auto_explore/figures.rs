//! What is drawn over the map: the arrows of a node, the range of sight, the line to the target, the step that avoids
//! an ambush; and the expansions of each ring as a chart.

use super::adjacency::emits;
use super::event::{ExploreEvent as E, TARGET};
use super::lens::explorer;
use super::state::Pick;
use crate::event::Event as _;
use crate::trace::Moment;
use crate::trace::replay::{Bar, Chart, Figure};
use crate::view::board::Role;

pub(super) fn figures(now: &Moment<E>) -> Vec<Figure> {
    let (cx, me) = (now.context(), explorer(now));
    let mut all = Vec::new();
    if let Some(radius) = cx.radius {
        all.push(Figure::circle(me, radius as f64 + 0.5, Role::Seen, ""));
    }
    if let Some((cell, E::Aimed { list, .. })) = now.layer(TARGET).next()
        && cell != me
    {
        all.push(Figure::line([me, cell], Role::Chosen, list.word()));
    }
    let listed = |diagonal: bool| if diagonal { Role::Raised } else { Role::Queued };
    match now.last() {
        Some(&E::Expanded { cell, by, .. }) => {
            let (cardinal, diagonal) = emits(by);
            for &dir in cardinal.iter().chain(diagonal) {
                if let Some(to) = cell.step(dir, cx.size) {
                    all.push(Figure::arrow([cell, to], listed(dir.is_diagonal()), dir.arrow()));
                }
            }
        }
        Some(
            event @ (E::Reached { by: Some(by), .. }
            | E::Ignored { by: Some(by), .. }
            | E::Blocked { by: Some(by), .. }),
        ) => {
            if let Some((from, to)) = event.from().zip(event.cell()) {
                all.push(Figure::arrow([from, to], listed(by.is_diagonal()), by.arrow()));
            }
        }
        Some(&E::Sidestepped { cell, next, behind, .. }) => {
            all.push(Figure::arrow([me, cell], Role::Path, "1"));
            all.push(Figure::arrow([cell, next], Role::Path, "2"));
            all.push(Figure::arrow([behind, next], Role::Threat, "ambush"));
        }
        _ => {}
    }
    all
}

pub(super) fn charts(now: &Moment<E>) -> Vec<Chart> {
    let pick = now.state::<Pick>();
    if pick.rings.is_empty() {
        return Vec::new();
    }
    let bar = |&(ring, nodes, slow): &(u32, u32, bool)| {
        let slow = if slow { ", slow" } else { "" };
        Bar { label: format!("ring {ring}{slow}"), cells: Vec::new(), count: nodes as f64, expected: None }
    };
    let (nodes, checks): (u32, u32) = (pick.rings.iter().map(|r| r.1).sum(), pick.checks);
    let note = format!(
        "{nodes} expansions, {checks} neighbours looked at; all eight of each would be up to {}",
        8 * u64::from(nodes)
    );
    let bars = pick.rings.iter().map(bar).collect();
    vec![Chart { title: "Expansions by ring".into(), level: None, bars, note }]
}
