//! Questions of a scene that its runs cannot answer.

use super::Reply;
use super::answer::Asked;
use gridscope_trace::progress::{Progress, at_once, pause};
use gridscope_trace::{Registry, Replay, Scene};
use std::sync::Arc;

/// Returns a sentence with its place for each question of a slide that the runs of a scene cannot answer. Returns nothing for
/// a halted run, which is incomplete.
pub fn ask_faults(registry: &Registry, scene: &Arc<Scene>, runs: &[&Replay]) -> Vec<String> {
    at_once(find_ask_faults(registry, scene, runs, &Progress::default()))
}

/// Like [`ask_faults`], but pauses. If it is stopped, questions may be missing.
pub(crate) async fn find_ask_faults(
    registry: &Registry,
    scene: &Arc<Scene>,
    runs: &[&Replay],
    progress: &Progress,
) -> Vec<String> {
    let mut faults = Vec::new();
    if runs.iter().any(|run| run.halted().is_some()) {
        return faults;
    }
    for (number, slide) in (1..).zip(&scene.run.slides) {
        let Some(ask) = &slide.ask else { continue };
        pause().await;
        let asked = Asked { registry, scene, runs: runs.to_vec(), moment: slide.at, progress };
        let fault = asked.answer(ask, &Reply::Nothing).await.err();
        if progress.is_stopped() {
            break;
        }
        faults.extend(fault.map(|fault| format!("run.bookmarks, entry {number}, ask: {fault}.")));
    }
    faults
}
