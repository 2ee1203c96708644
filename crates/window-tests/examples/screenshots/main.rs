//! Makes the pictures in screenshots/ again. Draws the real window without a screen.
//!
//! `cargo run --release -p gridscope-window-tests --features pictures --example screenshots` makes all of them, `… --
//! NAME` those whose name begins with NAME. `… -- lessons` makes a picture of every lesson in every theme, in
//! target/lessons/, and a contact sheet for each theme. `… -- lessons NAME` makes those of some lessons, `… -- lessons
//! NAME dark` in one theme.

mod raster;

use egui_kittest::Harness;
use gridscope::algorithms;
use gridscope::app::style::theme::ThemeName;
use gridscope::app::view::Settings;
use gridscope::app::{App, style};
use gridscope::debugger::SessionCommand;
use gridscope::debugger::session::window::Arrangement;
use gridscope::presets::{PRESETS, Preset};
use gridscope::trace::geometry::Cell;
use image::RgbaImage;
use image::imageops::{FilterType, overlay, resize};
use std::error::Error;

/// Size of a window in points.
const SIZE: (u32, u32) = (1440, 900);
/// Margin that the harness adds.
const MARGIN: u32 = 8;
/// Size of a lesson on the contact sheet, and number of lessons per row.
const SMALL: (u32, u32) = (480, 300);
const IN_A_ROW: u32 = 6;

/// A picture: its name, the preset, the theme, the arrangement, and the commands before it is taken.
struct Shot {
    name: String,
    preset: &'static str,
    theme: ThemeName,
    arrangement: Arrangement,
    commands: Vec<SessionCommand>,
    /// Whether the lesson is shown at its telling moment, and not as it opens.
    tells: bool,
}

/// Returns the first lesson in each arrangement and theme, then the first lesson of each algorithm.
fn shots() -> Vec<Shot> {
    use Arrangement::{Debug, Edit, Learn, Present};
    use ThemeName::{ColourBlind, Dark, Light};
    let hello = |name: &str, theme, arrangement| Shot {
        name: name.into(),
        preset: "hello",
        theme,
        arrangement,
        commands: vec![SessionCommand::Select(Some(Cell::new(14, 12)))],
        tells: true,
    };
    let mut all = vec![
        hello("hello", Dark, Learn),
        hello("hello-light", Light, Learn),
        hello("hello-colour-blind", ColourBlind, Debug),
        hello("debug", Dark, Debug),
        hello("debug-light", Light, Debug),
        hello("edit", Dark, Edit),
        hello("edit-light", Light, Edit),
        hello("present", Dark, Present),
        hello("present-light", Light, Present),
    ];
    for runner in algorithms::all() {
        let id = runner.card().id;
        let first = PRESETS.iter().find(|p| p.id != "hello" && p.scene().is_ok_and(|s| s.run.algorithm == id));
        let Some(preset) = first else { continue };
        all.push(Shot { name: id.into(), tells: true, ..lesson(preset, Dark) });
    }
    all
}

/// Returns the picture of a lesson as it opens.
fn lesson(preset: &Preset, theme: ThemeName) -> Shot {
    let (name, preset) = (preset.id.into(), preset.id);
    Shot { name, preset, theme, arrangement: Arrangement::Learn, commands: Vec::new(), tells: false }
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut words = std::env::args().skip(1);
    let wanted = words.next().unwrap_or_default();
    if wanted == "lessons" {
        return lessons(&words.next().unwrap_or_default(), &words.next().unwrap_or_default());
    }
    std::fs::create_dir_all("screenshots")?;
    for shot in shots().into_iter().filter(|s| s.name.starts_with(&wanted)) {
        let path = format!("screenshots/{}.png", shot.name);
        take(&shot)?.save(&path)?;
        println!("{path}");
    }
    Ok(())
}

/// Makes pictures of the lessons and themes whose names begin with these texts, and a contact sheet for each theme.
fn lessons(wanted: &str, themes: &str) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all("target/lessons")?;
    let chosen: Vec<&Preset> = PRESETS.iter().filter(|p| p.id.starts_with(wanted)).collect();
    for theme in ThemeName::ALL {
        let title = theme.title().to_lowercase().replace(' ', "-");
        if !title.starts_with(themes) {
            continue;
        }
        let rows = (chosen.len() as u32).div_ceil(IN_A_ROW);
        let mut sheet = RgbaImage::new(IN_A_ROW.min(chosen.len() as u32) * SMALL.0, rows * SMALL.1);
        for (k, preset) in (0..).zip(&chosen) {
            let picture = take(&lesson(preset, theme))?;
            picture.save(format!("target/lessons/{}-{title}.png", preset.id))?;
            let small = resize(&picture, SMALL.0 - 4, SMALL.1 - 4, FilterType::Triangle);
            overlay(&mut sheet, &small, (k % IN_A_ROW * SMALL.0).into(), (k / IN_A_ROW * SMALL.1).into());
        }
        let path = format!("target/lessons/sheet-{title}.png");
        sheet.save(&path)?;
        println!("{path}");
    }
    Ok(())
}

fn take(shot: &Shot) -> Result<RgbaImage, Box<dyn Error>> {
    let preset = gridscope::presets::find(shot.preset).ok_or("no such preset")?;
    let settings = Settings { theme: shot.theme, ..Settings::default() };
    let scene = preset.scene()?;
    let moment = scene.run.picture.filter(|_| shot.tells);
    let mut app = App::without_worker(gridscope::session(scene), settings);
    if let Some(event) = moment {
        app.session_mut().apply(&SessionCommand::Seek(event));
    }
    for command in &shot.commands {
        app.session_mut().apply(command);
    }
    let colours = app.view_mut().theme.clone();
    let (width, height) = ((SIZE.0 + 2 * MARGIN) as f32, (SIZE.1 + 2 * MARGIN) as f32);
    let mut harness = Harness::builder()
        .with_size([width, height])
        .with_pixels_per_point(1.0)
        .with_context_setup(move |ctx| style(ctx, &colours))
        .renderer(raster::Raster::default())
        .build_ui_state(gridscope_window_tests::frame, app);
    harness.run_steps(3);
    harness.state_mut().arrange(shot.arrangement);
    harness.run_steps(5);
    let picture = harness.render()?;
    Ok(image::imageops::crop_imm(&picture, MARGIN, MARGIN, SIZE.0, SIZE.1).to_image())
}
