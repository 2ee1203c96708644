//! The slides of a scene for the player: when each is at hand, what it draws, its pins, and its text.

use crate::Session;
use crate::lesson::cell_texts::{Part, parts};
use crate::lesson::pins::{pin_label, pins};
use crate::lesson::suggestion::{offers, without_marks};
use crate::look::drawn_signs::{DrawnSigns, Sign};
use gridscope_trace::Replay;
use serde_json::{Value as Json, json};

/// Names of the signs that the player draws, as the player calls them.
const SIGNS: [(&str, Sign); 6] = [
    ("path", Sign::Path),
    ("refused", Sign::Refused),
    ("parents", Sign::Parents),
    ("ties", Sign::Ties),
    ("latest", Sign::Latest),
    ("isolines", Sign::Isolines),
];

/// Returns the slides in the order of their moments, which count from the first event of the page.
pub(super) fn slides(session: &Session, replay: &Replay, from: usize) -> Vec<Json> {
    let (scene, size) = (session.scene(), replay.size());
    let mut slides: Vec<_> = scene.run.slides.iter().collect();
    slides.sort_by_key(|slide| slide.at);
    let row = |slide: &&gridscope_trace::scene::Slide| {
        let drawn = DrawnSigns::of(slide.show.as_ref());
        let (bits, closed, settles) = drawn.roles(&replay.schema().roles).numbers();
        let pins = pins(slide, scene.size());
        let labels: Vec<String> = (0..pins.len()).map(|index| pin_label(scene, index)).collect();
        // Each part of the text is words, or the number of a pin.
        let text = without_marks(&offers(&slide.note).0);
        let part = |part: Part<'_>| match part {
            Part::Words(words) => json!(words),
            Part::Cell(cell, words) => {
                pins.iter().position(|pin| *pin == cell).map_or_else(|| json!(words), |k| json!(k))
            }
        };
        json!({
            "at": slide.at as i64 - from as i64, "roles": bits, "closed": closed, "settles": settles,
            "signs": SIGNS.iter().filter(|(_, sign)| drawn.has(*sign)).map(|(name, _)| name).collect::<Vec<_>>(),
            "pins": pins.iter().map(|&cell| size.index(cell)).collect::<Vec<_>>(), "labels": labels,
            "text": parts(&text).into_iter().map(part).collect::<Vec<_>>(),
        })
    };
    slides.iter().map(row).collect()
}
