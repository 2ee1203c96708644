//! Why a cell was not fled to: it holds nothing, it was higher, or it was never beside the walker.

use super::decision::{decision, walk};
use super::event::{Context, FleeEvent as E, Rule};
use super::lens::{danger, worth};
use crate::dijkstra::descent;
use crate::geometry::{Cell, Dir};
use crate::trace::Moment;
use crate::trace::replay::WhyNot;

/// The answer for the first of the rules.
pub(super) fn why_not(context: &Context, end: &Moment<E>, cell: Cell) -> WhyNot {
    let rule = context.rules[0];
    let about = || end.trace().by_cell().of(cell).iter().rev().map(|&i| i as usize);
    let Some(here) = worth(end, cell, rule) else {
        return WhyNot::new("not-reached", empty(context, end, cell, rule)).shown_by(about().next());
    };
    let value = rule.value(here);
    let path = walk(end, rule);
    if let Some(k) = path.iter().position(|&c| c == cell) {
        let sentence = format!("{cell} is on the way of flight: cell {} of {}.", k + 1, path.len());
        return WhyNot::new("on-path", sentence).shown_by(about().next()).against(value.clone(), value);
    }
    // The turn that weighed it last, to its end.
    let weighed = about().find(|&i| matches!(end.event(i), Some(E::Weighed { rule: by, .. }) if *by == rule));
    let turn = weighed.and_then(|i| end.trace().phases().iter().rev().find(|turn| turn.start as usize <= i));
    let then = turn.map(|turn| end.at_moment(turn.end as usize));
    let choice = then.and_then(|then| decision(&Moment::of(&then)?));
    choice.and_then(|choice| descent::why_not(&choice, cell)).unwrap_or_else(|| {
        let sentence = format!("{cell} is worth {}, and was never beside the walker.", rule.long(here));
        let best = path.last().and_then(|&last| worth(end, last, rule)).map(|best| rule.value(best));
        WhyNot::new("not-beside", sentence).shown_by(about().next()).against(best, value)
    })
}

/// Why a cell holds no value.
fn empty(context: &Context, end: &Moment<E>, cell: Cell, rule: Rule) -> String {
    let near = Dir::WINDS.into_iter().filter_map(|dir| danger(end, context.step(cell, dir)?)).min();
    match near.filter(|_| rule == Rule::Sherratt) {
        _ if !context.open[cell] => format!("{cell} holds nothing: nobody can walk there."),
        Some(d) => {
            let (d, threshold) = (d.long(), context.threshold);
            let frontier = format!("its nearest neighbour is frontier, d = {d}, at or above the threshold {threshold}");
            format!("{cell} holds nothing: {frontier}.")
        }
        None => format!("{cell} holds nothing: the danger does not come there."),
    }
}
