//! Text for the values, maps and actors of a flow map.

use super::event::{Context, FAR};
use super::rules::Walk;
use crate::event::Value;

impl Context {
    /// Returns a value as tables print it: whole steps, or thousandths of a step, rounded, if diagonals cost √2.
    pub(crate) fn printed(&self, value: i64) -> i64 {
        if self.unit == 1 || value == FAR { value } else { (value.saturating_mul(1000) + self.unit / 2) / self.unit }
    }

    pub(crate) fn value(&self, units: i64) -> Value {
        if units == FAR { Value::Word("not reached".into()) } else { Value::Int(self.printed(units)) }
    }

    pub(crate) fn fled(&self, value: i64) -> Value {
        Value::Real(value as f64 / (1000 * self.unit) as f64)
    }

    /// Returns the value that a prisoner follows downhill: a distance, or a value of the map to flee by.
    pub(crate) fn height(&self, value: i64) -> Value {
        if value != FAR && self.flee.is_some() { self.fled(value) } else { self.value(value) }
    }

    /// Returns the name of a map, to end a phrase with: ` in room A`, ` in the global map`. Empty if there is only one
    /// map.
    pub(crate) fn place(&self, map: u16) -> String {
        match self.regions.get(map as usize) {
            None => " in the global map".into(),
            // Some names already begin with "room".
            Some(r) if r.name.starts_with("room") => format!(" in {}", r.name),
            Some(r) if !r.name.is_empty() => format!(" in room {}", r.name),
            _ => String::new(),
        }
    }

    /// Describes what a freed cell does without a reached neighbour. `over` is the excess of its mark over that of
    /// other cells.
    pub(crate) fn took(a_mark: bool, over: u16) -> String {
        match over {
            _ if !a_mark => "is not reached either".into(),
            1 => "takes their mark plus one".into(),
            _ => format!("takes their lowest mark plus one, {over} more than other cells have"),
        }
    }

    /// Describes the start of the first ripple.
    pub(crate) const fn queued(&self) -> &'static str {
        if self.ground.edges {
            "every free cell beside a wall is queued, row by row"
        } else {
            "the exits are queued in the scene's order"
        }
    }

    /// Describes what happens when a cell becomes free.
    pub(crate) const fn again(&self) -> &'static str {
        if self.ground.edges {
            "cells that had only that wall beside them are raised, and all values are computed again"
        } else {
            "a ripple starts from there alone"
        }
    }

    /// Describes what happens when a cell becomes solid.
    pub(crate) const fn shut(&self) -> &'static str {
        if self.ground.edges {
            "free cells beside it have value 1 now"
        } else {
            "cells whose values came from there are raised and computed again"
        }
    }

    /// Describes what holds up a value that no neighbour supports.
    pub(crate) const fn source(&self) -> &'static str {
        if self.ground.edges { "it is beside a wall" } else { "an exit or goal is there" }
    }

    /// Returns the text before a prisoner's own value.
    pub fn own(&self) -> &'static str {
        if self.walk == Walk::TowardExit { "without walls the value there would be" } else { "the value there is" }
    }

    pub fn name(&self, actor: u32) -> String {
        let kind = self.actors.get(actor as usize).map_or("actor", |a| a.0.name());
        format!("{kind} {}", self.numbers.get(actor as usize).copied().unwrap_or(0))
    }
}
