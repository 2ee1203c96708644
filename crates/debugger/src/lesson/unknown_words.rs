//! Words of a slide's `show` that none of the scene's runs can draw.

use crate::look::drawn_signs::{Sign, sign_of_figure, sign_of_role};
use gridscope_trace::card::LayerKind;
use gridscope_trace::slide::Show;
use gridscope_trace::{Replay, Scene, Tile};
use std::collections::BTreeSet;

/// Returns a sentence for each word of the slides that these runs cannot draw, with its place in the file.
pub fn unknown_words(scene: &Scene, runs: &[&Replay]) -> Vec<String> {
    let shows = scene.run.slides.iter().zip(1..).filter_map(|(slide, number)| match &slide.show {
        Some(Show::Signs(words)) => Some((number, words)),
        _ => None,
    });
    let shows: Vec<(usize, &Vec<String>)> = shows.collect();
    if shows.is_empty() || runs.iter().any(|run| run.halted().is_some()) {
        return Vec::new();
    }
    let known = words_of(scene, runs);
    let unknown = shows.iter().flat_map(|(number, words)| words.iter().map(move |word| (number, word)));
    let list = || known.iter().cloned().collect::<Vec<_>>().join(", ");
    let sentence = |(number, word): (&usize, &String)| {
        format!("run.bookmarks, entry {number}: show {word:?}; this run draws {}", list())
    };
    unknown.filter(|(_, word)| !known.contains(*word)).map(sentence).collect()
}

/// Returns all words that these runs can draw: at the slides and at the end.
fn words_of(scene: &Scene, runs: &[&Replay]) -> BTreeSet<String> {
    let mut words: BTreeSet<String> = BTreeSet::new();
    let mut add = |word: &str| {
        if !word.is_empty() && !words.contains(word) {
            words.insert(word.to_owned());
        }
    };
    scene.actors.iter().for_each(|actor| add(actor.kind.name()));
    scene.tiles.as_slice().iter().collect::<BTreeSet<&Tile>>().into_iter().for_each(|tile| add(tile.info().name));
    if scene.weights.is_some() {
        add("cost");
    }
    if runs.len() > 1 {
        add(Sign::Differences.name());
    }
    for run in runs {
        let schema = run.schema();
        for (role, name) in &schema.roles {
            add(name);
            add(sign_of_role(*role, &schema.roles).name());
        }
        let layer = |name: &str| schema.layers.iter().any(|layer| layer.name == name);
        if layer("g") && ["h", "f", "order"].into_iter().any(layer) {
            add(Sign::Numbers.name());
        }
        if schema.layers.iter().any(|layer| layer.kind == LayerKind::Scalar) {
            for sign in [Sign::Isolines, Sign::Closed] {
                add(sign.name());
            }
        }
        if !run.steps().is_empty() {
            add(Sign::Latest.name());
        }
        let mut moving = run.fork();
        let moments = scene.run.slides.iter().map(|slide| slide.at.min(run.len())).chain([run.len()]);
        for moment in moments.collect::<BTreeSet<usize>>() {
            moving.seek(moment);
            for figure in moving.figures() {
                add(&figure.name);
                add(sign_of_figure(&figure).name());
                if !figure.label.is_empty() {
                    add(Sign::Tags.name());
                }
            }
            moving.tiles().iter().for_each(|(_, tile)| add(tile.info().name));
            if moving.path().len() > 1 {
                add(Sign::Path.name());
            }
            if moving.size().cells().any(|cell| moving.arrow(cell).is_some()) {
                add(Sign::Parents.name());
            }
        }
        if !run.ties().is_empty() {
            for sign in [Sign::Ties, Sign::Refused] {
                add(sign.name());
            }
        }
    }
    words
}
