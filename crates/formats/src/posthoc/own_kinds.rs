//! The effects of a program's own kinds of events, as far as the schema of a log says.

use crate::log::Header;
use serde_json::Value;
use std::collections::BTreeMap;

/// The effects of events of a kind.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Effect {
    /// Their cell joins the open list.
    Opens,
    /// Their cell is taken from the open list.
    Expands,
    /// They refuse their cell.
    Refuses,
    /// They tell of a tie.
    Ties,
    /// They only look.
    Looks,
    /// They change their cell, or nothing is known about them.
    Changes,
}

/// The kinds that a schema describes.
#[derive(Debug)]
pub(super) struct OwnKinds(BTreeMap<String, Effect>);

impl OwnKinds {
    /// Reads the schema of a header. Without one, nothing is known about any kind.
    pub(super) fn of(header: &Header) -> Self {
        let kinds = header.line.get("schema").and_then(|schema| schema["kinds"].as_object());
        Self(kinds.into_iter().flatten().map(|(name, kind)| (name.clone(), effect(kind))).collect())
    }

    /// Returns what events of a kind do.
    pub(super) fn effect(&self, name: &str) -> Effect {
        self.0.get(name).copied().unwrap_or(Effect::Changes)
    }
}

fn effect(kind: &Value) -> Effect {
    let none = Vec::new();
    let cases = kind["cases"].as_array().unwrap_or(&none);
    let any = |name: &str| cases.iter().any(|case| !case[name].is_null());
    let all = |tone: &str| !cases.is_empty() && cases.iter().all(|case| case["tone"] == tone);
    match () {
        () if any("enqueues") => Effect::Opens,
        () if any("dequeues") => Effect::Expands,
        () if all("refused") => Effect::Refuses,
        () if all("tied") => Effect::Ties,
        () if all("looked") => Effect::Looks,
        () => Effect::Changes,
    }
}
