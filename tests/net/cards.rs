//! The texts of the cards of all algorithms, and the names of kinds and fields for conditions.

use gridscope::algorithms::{all, record};
use gridscope::presets::PRESETS;
use gridscope::trace::{Card, Progress};
use std::fmt::Write as _;

pub fn of_all() -> String {
    let mut out = String::new();
    for runner in all() {
        let card = runner.card();
        write(&mut out, card).expect("a string takes everything");
        let scenes = PRESETS.iter().filter_map(|preset| preset.scene().ok());
        if let Some(scene) = scenes.into_iter().find(|scene| scene.run.algorithm == card.id) {
            let run = record(&scene, &Progress::default()).expect("a run");
            writeln!(out, "kinds: {}", run.kinds().join(", ")).expect("a string takes everything");
            writeln!(out, "fields: {}\n", run.fields().join(", ")).expect("a string takes everything");
        }
    }
    out
}

fn write(out: &mut String, card: &Card) -> std::fmt::Result {
    writeln!(out, "==== {}: {}\n{}\n{}", card.id, card.title, card.summary, card.source)?;
    if let Some(faster) = card.faster {
        writeln!(out, "{}", faster.sentence())?;
    }
    for (k, line) in card.listing.iter().enumerate() {
        writeln!(out, "  {:2} {line}", k + 1)?;
    }
    for p in card.params {
        writeln!(out, "param {}: {}; default {:?}\n    {}", p.name, p.kind.expected(), p.default, p.help)?;
    }
    for layer in card.layers {
        writeln!(out, "layer {} ({:?})\n    {}", layer.name, layer.kind, layer.help)?;
    }
    writeln!(out, "first layer: {}", card.first_layer)?;
    for (role, meaning) in card.roles {
        writeln!(out, "role {role:?}: {meaning}")?;
    }
    writeln!(out, "series: {}", card.series.join(", "))?;
    for need in card.actors {
        let kinds: Vec<&str> = need.kinds.iter().map(|kind| kind.name()).collect();
        writeln!(out, "actor {}{}: {}", kinds.join(" or "), if need.many { ", many" } else { "" }, need.role)?;
    }
    for check in card.checks {
        writeln!(out, "check {}\n    {}", check.name, check.help)?;
    }
    writeln!(out, "sliders: ties {}; scores {}", card.tie_params.join(", "), card.score_params.join(", "))
}
