//! The slides of a scene for the player: when each is at hand, what it draws, its pins, and its text.

use crate::Session;
use crate::lesson::cell_texts::{Part, parts};
use crate::lesson::pins::{pin_label, pins};
use crate::lesson::suggestion::{offers, without_marks};
use crate::look::drawn_signs::{DrawnSigns, Sign};
use gridscope_trace::Replay;
use gridscope_trace::slide::{Ask, Motion, Slide};
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

/// Returns the slides in the order of their list. Their moments count from the first event of the page.
pub(super) fn slides(session: &Session, replay: &Replay, from: usize) -> Vec<Json> {
    let (scene, size) = (session.scene(), replay.size());
    let row = |slide: &Slide| {
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
            "at": slide.at.min(replay.len()) as i64 - from as i64, "play": seconds(slide), "ask": question(session, slide), "roles": bits, "closed": closed, "settles": settles,
            "signs": SIGNS.iter().filter(|(_, sign)| drawn.has(*sign)).map(|(name, _)| name).collect::<Vec<_>>(),
            "pins": pins.iter().map(|&cell| size.index(cell)).collect::<Vec<_>>(), "labels": labels,
            "text": parts(&text).into_iter().map(part).collect::<Vec<_>>(),
        })
    };
    scene.run.slides.iter().map(row).collect()
}

/// Returns the seconds of the motion into a slide: 0 is a cut, and nothing leaves it to the player.
fn seconds(slide: &Slide) -> Option<f64> {
    slide.play.map(|motion| match motion {
        Motion::Seconds(seconds) => seconds,
        Motion::Cut => 0.0,
    })
}

/// Returns the question of a slide with the answer of the run.
fn question(session: &Session, slide: &Slide) -> Option<Json> {
    let ask = slide.ask.as_ref()?;
    let answer = session.answer_of(slide)?;
    let mut all = json!({ "question": ask.question(), "title": answer.title, "text": without_marks(&answer.text) });
    all["kind"] = match ask {
        Ask::Path { .. } => json!("path"),
        Ask::Cell { .. } => {
            let size = session.scene().size();
            all["cells"] = answer.cells.iter().map(|&cell| size.index(cell)).collect();
            json!("cell")
        }
        Ask::Number { .. } => {
            all["number"] = json!(answer.number);
            json!("number")
        }
        Ask::Choice { options, .. } => {
            all["options"] = options.iter().map(|option| option.words.as_str()).collect();
            all["right"] = answer.options.iter().copied().collect();
            json!("choice")
        }
    };
    Some(all)
}
