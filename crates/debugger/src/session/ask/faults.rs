//! Questions of a scene that its runs cannot answer.

use super::Reply;
use super::answer::Asked;
use gridscope_trace::later::Here;
use gridscope_trace::{Registry, Replay, Scene};
use std::sync::Arc;

/// Returns a sentence with its place for each question of a slide that the runs of a scene cannot answer. Returns nothing for
/// a halted run, which is incomplete.
pub fn ask_faults(registry: &Registry, scene: &Arc<Scene>, runs: &[&Replay]) -> Vec<String> {
    let Some(here) = Here::now().filter(|_| runs.iter().all(|run| run.halted().is_none())) else { return Vec::new() };
    let slides =
        (1..).zip(&scene.run.slides).filter_map(|(number, slide)| Some((number, slide.at, slide.ask.as_ref()?)));
    let faults = slides.filter_map(|(number, moment, ask)| {
        let question_runs = Asked { registry, scene, runs: runs.to_vec(), moment };
        let fault = question_runs.answer(here, ask, &Reply::Nothing).err()?;
        Some(format!("run.bookmarks, entry {number}, ask: {fault}."))
    });
    faults.collect()
}
