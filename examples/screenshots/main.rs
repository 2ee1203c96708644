//! Makes the pictures in screenshots/ again: the real window, drawn without a screen.
//!
//! `cargo run --release --example screenshots` makes all of them, `… -- NAME` those whose name begins so.

mod raster;

use egui_kittest::Harness;
use gridscope::app::layout::Pane;
use gridscope::app::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::debugger::{Command, Session};
use std::error::Error;

/// One picture: its name, the preset, the theme, the panels brought to the front, and what is done before it is taken.
struct Shot {
    name: &'static str,
    preset: &'static str,
    theme: ThemeName,
    panels: &'static [Pane],
    commands: Vec<Command>,
}

fn shots() -> Vec<Shot> {
    use gridscope::core::geometry::Cell;
    let shot = |name, preset, panels| Shot { name, preset, theme: ThemeName::Dark, panels, commands: Vec::new() };
    let middle = |name, preset, at, panels| Shot { commands: vec![Command::Seek(at)], ..shot(name, preset, panels) };
    vec![
        Shot {
            commands: vec![Command::Select(Some(Cell::new(12, 5)))],
            ..shot("hello", "hello", &[Pane::Listing, Pane::Cell])
        },
        shot("counter-example", "counter-example", &[Pane::Notes, Pane::Charts]),
        shot("field-8x4", "field-8x4", &[Pane::Notes, Pane::Charts]),
        shot("secret-door", "secret-door", &[Pane::Listing, Pane::Queue]),
        shot("northwest-drift", "northwest-drift", &[Pane::Notes, Pane::Ties]),
        shot("northwest-cure", "northwest-cure", &[Pane::Notes, Pane::Ties]),
        shot("one-path-only", "one-path-only", &[Pane::Notes, Pane::Charts]),
        middle("cave-96x64", "cave-96x64", 20_000, &[Pane::Listing, Pane::Breakpoints]),
        shot("corners", "corners", &[Pane::Notes]),
        Shot { theme: ThemeName::Light, ..shot("hello-light", "hello", &[Pane::Run, Pane::Ties]) },
        Shot { theme: ThemeName::ColourBlind, ..shot("hello-colour-blind", "hello", &[Pane::Listing, Pane::Ties]) },
    ]
}

fn main() -> Result<(), Box<dyn Error>> {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    std::fs::create_dir_all("screenshots")?;
    for shot in shots().into_iter().filter(|s| s.name.starts_with(&wanted)) {
        take(&shot)?;
        println!("screenshots/{}.png", shot.name);
    }
    Ok(())
}

fn take(shot: &Shot) -> Result<(), Box<dyn Error>> {
    let preset = gridscope::presets::find(shot.preset).ok_or("no such preset")?;
    let settings = Settings { theme: shot.theme, ..Settings::default() };
    let mut app = App::without_worker(Session::new(preset.scene()?), settings);
    for command in &shot.commands {
        app.session_mut().apply(command);
    }
    for &panel in shot.panels {
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
    harness.render()?.save(format!("screenshots/{}.png", shot.name))?;
    Ok(())
}
