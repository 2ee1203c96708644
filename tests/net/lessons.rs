//! The lessons whose words are recorded, with their side-by-side runs, and the moments, events and cells that are
//! described.

use gridscope::algorithms::{self, record};
use gridscope::debugger::session::variants;
use gridscope::presets;
use gridscope::trace::{Cell, Progress, Replay, Scene, Size};
use std::collections::BTreeSet;
use std::sync::Arc;

/// A lesson for each algorithm, and a second one for the rule of fewest jumps.
const LESSONS: [&str; 25] = [
    "hello",
    "never-the-same-way",
    "a-long-detour",
    "steps-are-not-cost",
    "rings-round-the-swamp",
    "into-the-pocket",
    "two-balls",
    "not-the-first-meeting",
    "over-open-ground",
    "at-any-angle",
    "deeper-and-deeper",
    "a-wall-on-the-way",
    "three-mazes",
    "rings-on-water",
    "a-door-for-everybody",
    "i-see-you",
    "two-heads",
    "last-known-place",
    "no-frontier",
    "curious-guards",
    "explore-cave",
    "problem-far",
    "fewest-jumps",
    "a-ship",
    "explosion",
];

/// A lesson: its id and its scene.
pub struct Lesson {
    pub id: &'static str,
    scene: Arc<Scene>,
}

/// Returns the lessons.
pub fn all() -> impl Iterator<Item = Lesson> {
    LESSONS.into_iter().map(|id| {
        let scene = presets::find(id).expect("a lesson").scene().expect("a scene");
        Lesson { id, scene: Arc::new(scene) }
    })
}

#[test]
fn every_algorithm_has_a_lesson() {
    let shown: BTreeSet<String> = all().map(|lesson| lesson.scene.run.algorithm.clone()).collect();
    let known: BTreeSet<String> = algorithms::all().iter().map(|runner| runner.card().id.to_owned()).collect();
    assert_eq!(shown, known);
}

/// A run of a lesson.
pub struct Run {
    pub name: String,
    pub replay: Replay,
    /// The moments in the scene: the one at which it opens, and those of its slides.
    shown: Vec<usize>,
}

impl Lesson {
    /// Returns its run and the side-by-side ones: `hello`, `hello+1`, `hello+2`.
    pub fn runs(&self) -> Vec<Run> {
        let eyes = std::iter::once(None).chain(self.scene.run.beside.iter().map(|b| b.eyes));
        let all = variants(&gridscope::registry(), &self.scene).into_iter().zip(eyes).enumerate();
        all.map(|(k, ((_, scene), eyes))| {
            let name = if k == 0 { self.id.to_owned() } else { format!("{}+{k}", self.id) };
            let mut replay = record(&scene, &Progress::default()).unwrap_or_else(|e| panic!("{name}: {e}"));
            replay.look_through(eyes.unwrap_or(0));
            let shown = scene.run.picture_moment().into_iter().chain(scene.run.slides.iter().map(|b| b.at)).collect();
            Run { name, replay, shown }
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
    let len = run.replay.len();
    let mut all: Vec<usize> = (0..24).map(|k| k * len / 23).collect();
    let steps = run.replay.steps();
    all.extend(evenly(steps.len(), 15).into_iter().map(|k| steps[k] as usize + 1));
    all.extend(run.shown.iter().filter(|&&at| at > 0).map(|&at| at.min(len)).take(6));
    all.sort_unstable();
    all.dedup();
    all
}

#[test]
fn evenly_and_scattered_samples_are_in_order() {
    for (len, most) in [(0, 5), (3, 5), (5, 5), (1000, 7), (1001, 1000)] {
        for all in [evenly(len, most), scattered(len, most)] {
            assert_eq!(all.len(), len.min(most), "{len} {most}");
            assert!(all.windows(2).all(|w| w[0] < w[1]) && all.iter().all(|&i| i < len), "{all:?}");
        }
    }
}
