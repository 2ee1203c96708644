//! Checks expansions: whether the cell can be entered, was opened, and was not expanded before at the same cost.

use super::judge::Judge;
use super::{Finding, Rule};
use crate::formats::log::{EventList, LogEvent};
use gridscope_trace::geometry::Cell;
use rustc_hash::FxHashSet;

impl Judge<'_> {
    /// Checks that an opened or expanded cell is not blocked.
    pub(super) fn check_not_blocked(&mut self, index: usize, event: &LogEvent, at: Cell, verb: &str) {
        // An end that is not stated may be the cell of the moving actor.
        let open_end = self.search.start.is_none() || self.search.goals.is_empty();
        if self.facts.may_block_ends() && open_end {
            return;
        }
        if self.facts.is_blocked(at) && self.search.told.insert(at) {
            let what = self.facts.what_blocks(at);
            let end = self.facts.ends.contains(&at) && !self.facts.may_block_ends();
            let hint = if end { " If its mover stands there, state \"blocked_ends\": true." } else { "" };
            let sentence = format!("{} was {verb}, but {what}.{hint}", self.facts.place(at));
            self.add_finding(index, event, Rule::Wall, Some(at), sentence);
        }
    }

    /// Records and checks an expansion.
    pub(super) fn expand(&mut self, index: usize, event: &LogEvent, at: Cell, events: &EventList) {
        let node = self.node(event, at, true);
        if self.search.current.as_ref().is_none_or(|current| current.1 != node) {
            self.judge_missed(events);
        }
        let name = event.list();
        let raises = self.search.lists.get(&name).and_then(|list| list.nodes.get(node)).is_some_and(|k| k.raises);
        let raised = self.altered.contains(&at) && (self.is_incremental() || raises);
        if !raised {
            self.check_not_blocked(index, event, at, "expanded");
        }
        if !self.search.moved {
            self.note_h(index, event, at);
        }
        if let Some(from) = self.parent_cell(event) {
            self.note_link(event, from, at);
            self.came_from(index, event, (node, from), false);
        }
        self.judge_order(index, event, node, name.clone());
        self.judge_changed(index, event, node);
        self.judge_parent_line(index, event, node);
        // A log with named lists names them everywhere.
        let lists = self.search.lists.iter().filter(|(list, _)| name.is_none() || **list == name);
        let opened = lists.map(|l| l.1).any(|list| list.nodes.get(node).is_some_and(|known| known.was_opened));
        let is_start = self.search.is_start(at) && !self.states.has_any();
        let changes = self.search.changes;
        let was_touched = !self.touched.insert(at);
        self.search.last_expanded = Some(at);
        self.search.last_closed = None;
        let rounding = self.facts.rounding;
        let list = self.search.list(name.clone());
        let first = list.expansions == 0;
        list.expansions += 1;
        let known = list.take(node);
        let again = known.was_expanded;
        let g = event.g().or(known.opened);
        // Printing may have rounded away a lower value.
        let is_rounded_away = |g: f64, old: f64| g == old && known.opened_since && rounding.is_rounded(g);
        let lower = matches!((g, known.expanded_at), (Some(g), Some(old)) if g < old || is_rounded_away(g, old));
        // Without g in the log, a node that was opened again may have become cheaper.
        let unknown = known.opened_since && (g.is_none() || known.expanded_at.is_none());
        let lower = lower || unknown || known.cheaper;
        (known.was_expanded, known.cheaper, known.expanded_at) = (true, false, g);
        if let Some(from) = event.from.filter(|&from| from != at) {
            known.note_parent(from);
        }
        known.says_g = event.g().is_some();
        known.h = event.h().or(known.h);
        // A path planned on the old map is planned again.
        let replanned = changes > 0 && known.opened_since;
        known.on_ground = changes;
        known.opened_since = false;
        if again && !lower && !replanned {
            let place = self.states.name(node, self.facts.place(at));
            let sentence = format!("{place} was expanded again without a lower g in between.");
            self.worst(
                0.0,
                Finding { line: event.line(), event: index, rule: Rule::Reexpanded, at: Some(at), sentence, t: None },
            );
        }
        let is_known = opened || first || again || is_start || (was_touched && self.search.changed);
        if !is_known {
            let place = self.states.name(node, self.facts.place(at));
            let sentence = format!("{place} was expanded but never opened.");
            self.add_finding(index, event, Rule::NeverOpened, Some(at), sentence);
        }
        if let Some(plans) = &mut self.plans {
            plans.expand(node, event);
        }
        self.search.current = Some((index, node, name, FxHashSet::default()));
    }
}
