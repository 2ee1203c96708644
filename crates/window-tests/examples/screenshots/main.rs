//! Makes the pictures in screenshots/ again: the real window, drawn without a screen.
//!
//! `cargo run --release -p gridscope-window-tests --features pictures --example screenshots` makes all of them, `… -- NAME`
//! those whose name begins so; `… -- lessons` makes one of every lesson, in target/lessons/, to look through.

mod raster;

use egui_kittest::Harness;
use gridscope::app::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::core::algorithms::LIST;
use gridscope::debugger::window::PanelId;
use gridscope::debugger::{Session, SessionCommand};
use gridscope::presets::{PRESETS, Preset};
use std::error::Error;

/// One picture: its name, the preset, the theme, the panels brought to the front, and what is done before it is taken.
struct Shot {
    name: String,
    preset: &'static str,
    theme: ThemeName,
    panels: Vec<PanelId>,
    commands: Vec<SessionCommand>,
}

/// The pictures of A* in its three themes, then the first lesson of each algorithm.
fn shots() -> Vec<Shot> {
    use gridscope::core::geometry::Cell;
    let hello = |name: &str, theme, panels: &[PanelId]| Shot {
        name: name.into(),
        preset: "hello",
        theme,
        panels: panels.to_vec(),
        commands: vec![SessionCommand::Select(Some(Cell::new(12, 5)))],
    };
    let mut all = vec![
        hello("hello", ThemeName::Dark, &[PanelId::Listing, PanelId::Cell]),
        hello("hello-light", ThemeName::Light, &[PanelId::Run, PanelId::Ties]),
        hello("hello-colour-blind", ThemeName::ColourBlind, &[PanelId::Listing, PanelId::Ties]),
    ];
    for runner in LIST {
        let id = runner.card().id;
        let first = PRESETS.iter().find(|p| p.id != "hello" && p.scene().is_ok_and(|s| s.run.algorithm == id));
        let Some(preset) = first else { continue };
        all.push(Shot { name: id.into(), ..lesson(preset) });
    }
    all
}

/// A lesson as it opens, with its text.
fn lesson(preset: &Preset) -> Shot {
    let (theme, panels) = (ThemeName::Dark, vec![PanelId::Lesson]);
    Shot { name: preset.id.into(), preset: preset.id, theme, panels, commands: Vec::new() }
}

/// Under the map stands what says most at this moment: what was weighed, what was counted, or the numbers over time.
fn telling(session: &Session) -> PanelId {
    match session.replay() {
        Some(replay)
            if !replay.tables().is_empty() && replay.card().is_some_and(|card| !card.score_params.is_empty()) =>
        {
            PanelId::Scores
        }
        Some(replay) if !replay.charts().is_empty() => PanelId::Charts,
        Some(replay) if !replay.tables().is_empty() => PanelId::Scores,
        _ => PanelId::OverTime,
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let (folder, all) = if wanted == "lessons" {
        ("target/lessons", PRESETS.iter().map(lesson).collect())
    } else {
        ("screenshots", shots().into_iter().filter(|s| s.name.starts_with(&wanted)).collect::<Vec<_>>())
    };
    std::fs::create_dir_all(folder)?;
    for shot in all {
        let path = format!("{folder}/{}.png", shot.name);
        take(&shot, &path)?;
        println!("{path}");
    }
    Ok(())
}

fn take(shot: &Shot, path: &str) -> Result<(), Box<dyn Error>> {
    let preset = gridscope::presets::find(shot.preset).ok_or("no such preset")?;
    let settings = Settings { theme: shot.theme, ..Settings::default() };
    let mut app = App::without_worker(Session::new(preset.scene()?), settings);
    for command in &shot.commands {
        app.session_mut().apply(command);
    }
    let under = telling(app.session());
    for &panel in shot.panels.iter().chain([&under]) {
        app.show_panel(panel);
    }
    let colours = app.view_mut().theme.clone();
    let mut harness = Harness::builder()
        .with_size([1400.0, 900.0])
        .with_pixels_per_point(1.0)
        .with_context_setup(move |ctx| style(ctx, &colours))
        .renderer(raster::Raster::default())
        .build_ui_state(|ui, app: &mut App| app.frame(ui), app);
    harness.run_steps(6);
    harness.render()?.save(path)?;
    Ok(())
}
