//! The subjects of the nets: every lesson with its side-by-side runs, and the moments, events and cells that are
//! checked.

use crate::face::Run;
use gridscope::core::algorithms::Registry;
use gridscope::core::geometry::{Cell, Size};
use gridscope::core::scene::Scene;
use gridscope::debugger::session::variants;
use gridscope::presets::PRESETS;
use std::sync::Arc;

/// A lesson: its scene, and the path that its question draws.
pub struct Lesson {
    pub id: &'static str,
    scene: Arc<Scene>,
    pub drawn: Vec<Cell>,
}

/// Returns the prefix of the names to check, if not all are checked.
pub fn only() -> Option<String> {
    let dump = std::env::var("GRIDSCOPE_NET_DUMP").ok();
    let dumped = dump.map(|name| name.rsplit_once('/').map_or_else(|| name.clone(), |(whose, _)| whose.to_owned()));
    dumped.map(|whose| whose.split('+').next().unwrap_or_default().to_owned()).or_else(|| {
        let all = crate::files::writes();
        std::env::var("GRIDSCOPE_NET_ONLY").ok().filter(|only| !only.is_empty() && !all)
    })
}

/// Returns whether a name is checked.
pub fn wanted(name: &str) -> bool {
    only().is_none_or(|only| name.starts_with(&only))
}

/// Returns the lessons that are checked.
pub fn lessons() -> impl Iterator<Item = Lesson> {
    PRESETS.iter().filter(|preset| wanted(preset.id)).map(|preset| {
        let scene = preset.scene().expect("a scene");
        let drawn = scene.run.question.why_not.clone();
        Lesson { id: preset.id, scene: Arc::new(scene), drawn }
    })
}

impl Lesson {
    /// Returns its run and the side-by-side ones: `hello`, `hello+1`, `hello+2`.
    pub fn runs(&self) -> Vec<(String, Run)> {
        let eyes = std::iter::once(None).chain(self.scene.run.beside.iter().map(|b| b.eyes));
        let all = variants(&Registry::default(), &self.scene).into_iter().zip(eyes).enumerate();
        all.map(|(k, ((_, scene), eyes))| {
            let name = if k == 0 { self.id.to_owned() } else { format!("{}+{k}", self.id) };
            let mut run = Run::record(&scene).unwrap_or_else(|e| panic!("{name}: {e}"));
            run.look_through(eyes.unwrap_or(0));
            (name, run)
        })
        .collect()
    }
}

/// Returns at most `most` of the numbers below `len`, evenly spread.
pub fn evenly(len: usize, most: usize) -> Vec<usize> {
    if len <= most { (0..len).collect() } else { (0..most).map(|k| k * len / most).collect() }
}

/// Like [`evenly`], but at irregular distances. Events come in rounds, so every seventh one might always be of the same
/// kind.
pub fn scattered(len: usize, most: usize) -> Vec<usize> {
    if len <= most {
        return (0..len).collect();
    }
    let scatter = |k: usize, room: usize| (k.wrapping_mul(0x9e37_79b9) >> 8) % room.max(1);
    (0..most).map(|k| (k * len / most, (k + 1) * len / most)).map(|(a, b)| a + scatter(a, b - a)).collect()
}

/// Returns at most `most` cells of a map, spread over its rows and columns.
pub fn some_cells(size: Size, most: usize) -> Vec<Cell> {
    scattered(size.area(), most).into_iter().map(|i| size.cell(i)).collect()
}

/// Returns about 40 moments: evenly spread over all events, just after steps, and those in the lesson.
pub fn moments(run: &Run) -> Vec<usize> {
    let len = run.len();
    let mut all: Vec<usize> = (0..24).map(|k| k * len / 23).collect();
    let steps = run.steps();
    all.extend(evenly(steps.len(), 15).into_iter().map(|k| steps[k] as usize + 1));
    all.extend(run.shown.iter().map(|&at| at.min(len)).take(6));
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn samples_are_spread_and_in_order() {
    for (len, most) in [(0, 5), (3, 5), (5, 5), (1000, 7), (1001, 1000)] {
        for all in [evenly(len, most), scattered(len, most)] {
            assert_eq!(all.len(), len.min(most), "{len} {most}");
            assert!(all.windows(2).all(|w| w[0] < w[1]) && all.iter().all(|&i| i < len), "{all:?}");
        }
    }
}
