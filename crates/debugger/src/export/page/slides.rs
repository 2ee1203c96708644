//! The slides of a scene for the player: when each is at hand, what it draws, its legend, its pins, its text and its
//! question. Rules are applied here, so that the player only draws.

use super::legend::{figure, legend};
use crate::Session;
use crate::lesson::cell_texts::{Part, parts};
use crate::lesson::heading::split;
use crate::lesson::pins::{discs, pin_label, pins};
use crate::lesson::suggestion::{offers, without_marks};
use crate::look::drawn_signs::{DrawnSigns, Sign};
use crate::look::legend::{drawn_figures, draws_all_ways};
use crate::look::refused::winning_way;
use crate::look::{Ink, Look};
use crate::session::ask::NEAR;
use crate::session::playback::motion_seconds;
use gridscope_trace::slide::{Ask, Motion, Slide};
use gridscope_trace::view::board::Mark;
use gridscope_trace::{Replay, Role};
use serde_json::{Value as Json, json};

/// The signs that the player draws at every moment of a slide, by their words.
const SIGNS: [Sign; 5] = [Sign::Path, Sign::Parents, Sign::Ties, Sign::Latest, Sign::Isolines];
/// Distance at which a number is right, as two decimals are compared.
const EXACT: f64 = 0.005;

/// Returns the slides in the order of their list. Their moments count from the first event of the page. Adds the colours
/// of their figures to `inks`.
pub(super) fn slides(
    session: &Session,
    replay: &Replay,
    from: usize,
    themes: &[Look],
    inks: &mut Vec<Ink>,
) -> Vec<Json> {
    let (scene, size) = (session.scene(), replay.size());
    let mut at_slide = replay.fork();
    let mut before = 0;
    let row = |slide: &Slide| {
        let drawn = DrawnSigns::of(slide.show.as_ref());
        let pins = pins(slide, scene.size());
        let labels: Vec<String> = (0..pins.len()).map(|index| pin_label(scene, index)).collect();
        // Each part of the text is words, or the number of a pin.
        let (heading, text) = split(&slide.note);
        let text = without_marks(&offers(text).0);
        let part = |part: Part<'_>| match part {
            Part::Words(words) => json!(words),
            Part::Cell(cell, words) => {
                pins.iter().position(|pin| *pin == cell).map_or_else(|| json!(words), |k| json!(k))
            }
        };
        let at = slide.at.min(replay.len());
        at_slide.seek(at);
        let layer = session.layer_of(&at_slide);
        let figures = drawn_figures(&at_slide, layer, &drawn);
        let seconds = match slide.play {
            Some(Motion::Seconds(seconds)) => seconds,
            Some(Motion::Cut) => 0.0,
            None => motion_seconds(at.saturating_sub(before)),
        };
        before = at;
        json!({
            "at": at as i64 - from as i64, "play": seconds, "ask": question(session, slide),
            "marks": marks(&drawn, replay),
            "signs": SIGNS.iter().filter(|&&sign| drawn.has(sign)).map(|sign| sign.name()).collect::<Vec<_>>(),
            "way": way(&at_slide, &drawn, figures.iter().any(draws_all_ways))
                .map(|way| way.iter().map(|&cell| size.index(cell)).collect::<Vec<_>>()),
            "figures": figures.iter().map(|drawn| figure(drawn, inks)).collect::<Vec<_>>(),
            "legend": legend(session, &at_slide, &drawn, themes, inks),
            "pins": discs(&pins, scene).iter().map(|disc| disc.map(rounded)).collect::<Vec<_>>(), "labels": labels,
            "pinned": pins.iter().map(|&cell| size.index(cell)).collect::<Vec<_>>(),
            "heading": heading, "text": parts(&text).into_iter().map(part).collect::<Vec<_>>(),
        })
    };
    scene.run.slides.iter().map(row).collect()
}

/// Rounds a place in cells to two decimals.
fn rounded(cells: f32) -> f64 {
    (f64::from(cells) * 100.0).round() / 100.0
}

/// Returns the mark that is drawn for each role, without and with a heat: twice the number of the drawn role, plus 1 if the
/// heat is drawn.
fn marks(drawn: &DrawnSigns, replay: &Replay) -> Vec<u8> {
    let roles = drawn.roles(&replay.schema().roles);
    let all = Role::ALL.into_iter().flat_map(|role| [0, 1].map(|heat| roles.of(Mark { role, heat })));
    all.map(|Mark { role, heat }| role as u8 * 2 + heat).collect()
}

/// Returns the path at a slide's moment, if it is another one than that of the run.
fn way(replay: &Replay, drawn: &DrawnSigns, has_own_way: bool) -> Option<Vec<gridscope_trace::Cell>> {
    if has_own_way {
        return Some(Vec::new());
    }
    let has_branch = drawn.has(Sign::Path) && drawn.has(Sign::Refused) && replay.path().len() > 1;
    if has_branch { winning_way(replay) } else { None }
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
            let number = answer.number?;
            let within = |off: f64| json!([number - off, number + off]);
            (all["exact"], all["near"]) = (within(EXACT), within(number.abs() * NEAR));
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
