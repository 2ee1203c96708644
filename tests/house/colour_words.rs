//! Texts of lessons name signs, such as *ringed* or *hatched*, and no colours: a theme has other colours, and who sees few
//! colours reads them, too.

use gridscope::algorithms;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use gridscope::trace::slide::Ask;
use gridscope::trace::{Progress, Scene};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::thread;

const COLOURS: [&str; 20] = [
    "amber",
    "black",
    "blue",
    "brown",
    "cyan",
    "gold",
    "golden",
    "gray",
    "green",
    "grey",
    "magenta",
    "orange",
    "pink",
    "purple",
    "red",
    "teal",
    "turquoise",
    "violet",
    "white",
    "yellow",
];

/// Lesson and word of things that have that colour in the world, such as a key.
const OF_THE_WORLD: [(&str, &str); 1] = [("patrol-and-keys", "red")];

/// Returns the colours that a text of a lesson names.
fn colours(id: &str, text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphabetic()).map(str::to_lowercase);
    let word = |word: &String| COLOURS.iter().any(|colour| word == colour || word.strip_suffix("ish") == Some(colour));
    words.filter(word).filter(|word| !OF_THE_WORLD.contains(&(id, word.as_str()))).collect()
}

/// Returns the texts that a reader of a lesson reads beside the map, each with its place.
fn texts(scene: &Scene) -> Vec<(String, &str)> {
    let slides = (1..).zip(&scene.run.slides).flat_map(|(number, slide)| {
        let ask = slide.ask.as_ref();
        let options = ask.map_or(&[][..], |ask| ask.options()).iter().map(|option| option.words.as_str());
        let all = [slide.note.as_str()].into_iter().chain(ask.map(Ask::question)).chain(options);
        all.map(move |text| (format!("slide {number}"), text))
    });
    let own = [("title", &scene.title), ("notes", &scene.notes), ("exercise", &scene.run.exercise.say)];
    own.into_iter().map(|(place, text)| (place.to_owned(), text.as_str())).chain(slides).collect()
}

/// Returns the legends and tags of a lesson's runs at its slides.
fn words_on_the_map(scene: &Arc<Scene>) -> BTreeSet<String> {
    let registry = algorithms::registry();
    let mut words = BTreeSet::new();
    for (_, scene) in variants(&registry, scene) {
        let mut run = registry.record(&scene, &Progress::default()).expect("recorded");
        words.extend(run.schema().roles.iter().map(|(_, name)| name.to_string()));
        for slide in &scene.run.slides {
            run.seek(slide.at);
            words.extend(run.figures().into_iter().flat_map(|figure| [figure.name.to_string(), figure.label]));
        }
    }
    words
}

fn faults(id: &str, scene: Scene) -> Vec<String> {
    let own = texts(&scene)
        .into_iter()
        .flat_map(|(place, text)| colours(id, text).into_iter().map(move |word| format!("{id}, {place}: {word}")));
    let own: Vec<String> = own.collect();
    let scene = Arc::new(scene);
    let on_map = words_on_the_map(&scene);
    own.into_iter()
        .chain(on_map.iter().filter(|text| !colours(id, text).is_empty()).map(|text| format!("{id}, map: {text}")))
        .collect()
}

#[test]
fn lessons_name_signs_and_no_colours() {
    let share = PRESETS.len().div_ceil(2);
    let all: Vec<String> = thread::scope(|scope| {
        let parts = PRESETS.chunks(share).map(|part| {
            scope
                .spawn(|| part.iter().flat_map(|one| faults(one.id, one.scene().expect("a scene"))).collect::<Vec<_>>())
        });
        parts.collect::<Vec<_>>().into_iter().flat_map(|part| part.join().expect("texts")).collect()
    });
    assert!(all.is_empty(), "{}", all.join("\n"));
}
