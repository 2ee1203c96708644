//! The look outside Rust: the component's and the page's CSS.

use gridscope::debugger::look::{Hue, Look, Pose, component, is_solid, look_of, map_module};
use gridscope::debugger::session::window::ThemeName;
use gridscope::formats::tileset::{IN_WALL, TURNING};
use gridscope::trace::Tile;
use std::path::PathBuf;

fn web(name: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("web").join(name)
}

fn text(name: &str) -> String {
    std::fs::read_to_string(web(name)).unwrap()
}

#[test]
fn player_component_has_the_look_colours() {
    module_is("look.js", &component(&text("gridscope-player.js")));
}

#[test]
fn map_of_a_link_has_the_look_of_the_program() {
    module_is("map-look.js", &map_module());
}

/// Compares a module of the page with what it must be, or writes it.
fn module_is(name: &str, module: &str) {
    if std::env::var("GRIDSCOPE_LOOK").is_ok_and(|value| value == "write") {
        std::fs::write(web(name), module).unwrap();
    }
    assert!(text(name) == module, "write web/{name} again with GRIDSCOPE_LOOK=write");
}

#[test]
fn colours_of_pages_and_notebooks_are_from_two_themes() {
    let looks = [ThemeName::Dark, ThemeName::Light].map(Look::new);
    let known: Vec<String> =
        looks.iter().flat_map(|look| Hue::ALL.iter().map(|&hue| format!("{:06X}", look.get(hue)))).collect();
    for name in [
        "page.css",
        "../python/gridscope/_check.py",
        "../python/gridscope/_grade.py",
        "../python/gridscope/_smallest.py",
    ] {
        for (line, content) in text(name).lines().enumerate() {
            for colour in content.split('#').skip(1).filter_map(|rest| rest.get(..6)) {
                let is_colour = colour.chars().all(|letter| letter.is_ascii_hexdigit());
                assert!(!is_colour || known.contains(&colour.to_uppercase()), "{name}:{}: #{colour}", line + 1);
            }
        }
    }
}

/// The formats know which pictures turn, and what is drawn as wall.
#[test]
fn tileset_turns_the_tiles_that_the_canvas_turns() {
    for &tile in Tile::ALL {
        assert_eq!(TURNING.contains(&tile), look_of(tile).pose != Pose::Free, "{tile}");
        assert_eq!(IN_WALL.contains(&tile), is_solid(tile), "{tile}");
    }
}

/// Formats of other programs have the pictures of the canvas.
#[cfg(feature = "gui")]
#[test]
fn tileset_has_the_pictures_of_the_canvas() {
    let file = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("crates/formats/src/tileset.png");
    let drawn = gridscope::app::export::tileset().unwrap();
    if std::env::var("GRIDSCOPE_LOOK").is_ok_and(|value| value == "write") {
        std::fs::write(&file, &drawn).unwrap();
    }
    assert!(std::fs::read(file).unwrap() == drawn, "write tileset.png again with GRIDSCOPE_LOOK=write");
}
