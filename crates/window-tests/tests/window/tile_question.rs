//! The question what the tiles and objects of a map mean: its rows, its maps, and the line that leads to it.
#![cfg(target_os = "linux")]

use crate::maps::{drop_file, opened, threads, tile};
use crate::worker::see;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use gridscope::app::App;
use gridscope::trace::{ActorKind, Cell, Tile};
use gridscope_window_tests::{click, click_at, key, sees};
use std::path::PathBuf;

const TITLE: &str = "What do these tiles mean?";

/// Writes a map of 4 × 2 cells with tiles called `pond_a`, `pond_b`, `pond_c` and `moss`, the content `more`, and floor.
fn pond(folder: &tempfile::TempDir, more: &str) -> PathBuf {
    let types = ["pond_a", "pond_b", "pond_c", "moss", "floor"];
    let tiles: String = types
        .iter()
        .enumerate()
        .map(|(i, name)| format!("<tile id=\"{i}\" type=\"{name}\"/>"))
        .collect::<Vec<_>>()
        .concat();
    let map = format!(
        "<map width=\"4\" height=\"2\" tilewidth=\"16\" tileheight=\"16\"><tileset firstgid=\"1\" name=\"t\" tilewidth=\"16\" \
         tileheight=\"16\">{tiles}</tileset><layer name=\"Ground\" width=\"4\" height=\"2\"><data encoding=\"csv\">1,2,3,4,\
         5,5,5,5</data></layer>{more}</map>"
    );
    let file = folder.path().join("pond.tmx");
    std::fs::write(&file, map).expect("a file");
    file
}

/// Chooses a value of a menu.
fn choose(h: &mut Harness<'_, App>, menu: &str, value: &str) {
    click(h, menu);
    // The list is drawn last.
    h.query_all_by_label(value).last().expect("a value").click_accesskit();
    h.run_steps(3);
}

/// Clicks on a tile, or on the name in a row.
fn click_with(h: &mut Harness<'_, App>, label: &str, modifiers: Modifiers) {
    h.query_all_by_label(label).last().expect("a tile").click_modifiers(modifiers);
    h.run_steps(3);
}

#[test]
fn menu_answers_for_all_selected_tiles() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = pond(&folder, "");
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, TITLE);
    // A click unfolds the family. Then a run, and another family's tile.
    click_with(&mut h, "pond", Modifiers::NONE);
    click_with(&mut h, "pond_a", Modifiers::NONE);
    click_with(&mut h, "pond_b", Modifiers::SHIFT);
    click_with(&mut h, "moss", Modifiers::COMMAND);
    choose(&mut h, "Meaning of pond", "water");
    assert!(sees(&h, "1 left to answer"), "pond_c was not selected");
    choose(&mut h, "Meaning of everything else", "lava");
    assert!(sees(&h, "nothing left to answer"));
    key(&mut h, Modifiers::NONE, Key::Escape);
    drop_file(&mut h, &file);
    see(&mut h, TITLE);
    choose(&mut h, "Meaning of pond", "water");
    choose(&mut h, "Meaning of moss", "bush");
    click(&mut h, "Open the map");
    opened(&mut h, "pond");
    let row: Vec<Tile> = (0..4).map(|x| tile(&h, x, 0)).collect();
    assert_eq!(row, [Tile::Water, Tile::Water, Tile::Water, Tile::Bush], "the family is answered as a whole");
}

#[test]
fn click_on_the_map_takes_a_tile() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = pond(&folder, "");
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, TITLE);
    let map = h.get_by_label("The map as it opens").rect();
    let cell = map.width() / 4.0;
    click_at(&mut h, map.min + egui::vec2(1.5, 0.5) * cell);
    h.run_steps(2);
    assert!(h.query_by_label("pond_b").is_some(), "the family of the tile is unfolded");
    choose(&mut h, "Meaning of pond", "water");
    assert!(sees(&h, "3 left to answer"), "only pond_b is answered");
}

#[test]
fn decided_map_opens_with_a_line_that_leads_to_the_question() {
    let folder = tempfile::tempdir().expect("a folder");
    let collision =
        "<layer name=\"Collision\" width=\"4\" height=\"2\"><data encoding=\"csv\">1,1,0,0,0,0,0,0</data></layer>";
    let file = pond(&folder, collision);
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "pond");
    assert_eq!((tile(&h, 0, 0), tile(&h, 3, 0)), (Tile::Wall, Tile::Floor));
    assert!(sees(&h, "The layer Collision decides: 2 of 8 cells are wall, the rest is floor."));
    click(&mut h, "Tiles …");
    see(&mut h, TITLE);
    assert!(sees(&h, "nothing left to answer"));
    choose(&mut h, "Meaning of moss", "bush");
    // Enter opens the map, because the button has the focus.
    h.run_steps(2);
    key(&mut h, Modifiers::NONE, Key::Enter);
    for _ in 0..400 {
        if tile(&h, 3, 0) == Tile::Bush {
            break;
        }
        h.run_steps(1);
    }
    assert_eq!(tile(&h, 3, 0), Tile::Bush);
}

#[test]
fn several_starts_wait_for_an_answer() {
    let folder = tempfile::tempdir().expect("a folder");
    let objects = "<objectgroup><object type=\"player\" x=\"0\" y=\"16\"/><object type=\"spawn\" x=\"16\" y=\"16\"/>\
        <object type=\"zone\" x=\"0\" y=\"0\" width=\"40\" height=\"32\"/></objectgroup>";
    let file = pond(
        &folder,
        &format!(
            "<layer name=\"walls\" width=\"4\" height=\"2\"><data encoding=\"csv\">1,0,0,0,0,0,0,0</data></layer>{objects}"
        ),
    );
    let mut h = threads();
    drop_file(&mut h, &file);
    see(&mut h, TITLE);
    assert!(sees(&h, "2 left to answer") && sees(&h, "areas are no actors"));
    choose(&mut h, "Actor of player", "guard");
    choose(&mut h, "Actor of spawn", "leave out");
    assert!(sees(&h, "nothing left to answer"));
    click(&mut h, "Open the map");
    opened(&mut h, "pond");
    let actors: Vec<_> = h.state().session().scene().actors.iter().map(|actor| (actor.kind, actor.at)).collect();
    assert_eq!(actors, [(ActorKind::Guard, Cell::new(0, 1))]);
    // In another window it is not asked again.
    let mut h = threads();
    drop_file(&mut h, &file);
    opened(&mut h, "pond");
    assert_eq!(h.state().session().scene().actors.len(), 1);
}
