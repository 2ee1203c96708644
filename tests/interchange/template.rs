//! Templates: which lines are repeated, and that nothing that is filled in is filled again.

use crate::support::{format, is_clear, rows, scenes};
use gridscope_formats::{FormatError, Options, Written};
use gridscope_trace::actor::FieldValue;
use gridscope_trace::{Actor, ActorKind, Cell, Grid, Scene, Size, Tile, Weight};
use serde_json::{Value, json};

fn write(scene: &Scene, template: &str) -> Result<Written, FormatError> {
    let mut options = Options::default();
    options.write.template = Some(template.into());
    format("template").write(scene, &options)
}

fn fill(scene: &Scene, template: &str) -> String {
    let written = write(scene, template).unwrap_or_else(|error| panic!("{error}"));
    String::from_utf8(written.bytes).expect("text")
}

/// A map of 2 × 2 cells with two actors.
fn small() -> Scene {
    let mut scene = Scene::new(Grid::new(Size::new(2, 2), Tile::Floor));
    scene.tiles.set(Cell::new(1, 0), Tile::Wall);
    scene.set_weight(Cell::new(0, 1), Weight::from(3));
    scene.actors = vec![Actor::new(ActorKind::Guard, Cell::new(0, 0)), Actor::new(ActorKind::Goal, Cell::new(1, 1))];
    scene
}

#[test]
fn template_lines_repeat_by_their_placeholders() {
    for (template, filled) in [
        ("{{width}}×{{ height }}\n", "2×2\n"),
        ("a\n{{y}}: {{row}};\nb", "a\n0: .#;\n1: ..;\nb"),
        ("[{{numbers}}],\n", "[0, 1],\n[0, 0],\n"),
        ("{{x}},{{y}} {{tile}}\n", "0,0 floor\n1,0 wall\n0,1 floor\n1,1 floor\n"),
        ("{{glyph}}{{number}}{{weight}} ", ".00 #10 .03 .00 "),
        ("{{row}}|{{x}}|{{tile}}\r\n", ".#|0|floor\r\n.#|1|wall\r\n..|0|floor\r\n..|1|floor\r\n"),
        ("{{rows}}", ".#\n.."),
        ("{{actor}} {{x}} {{y}}\n", "guard 0 0\ngoal 1 1\n"),
        ("{{actors}}", r#"[{"kind":"guard","at":[0,0]},{"kind":"goal","at":[1,1]}]"#),
        ("", ""),
        // Other braces are text.
        ("{{{width}}} {{a: 1}} {{}} {{width} {width}} {{", "{2} {{a: 1}} {{}} {{width} {width}} {{"),
    ] {
        assert_eq!(fill(&small(), template), filled, "{template:?}");
    }
}

#[test]
fn wrong_template_placeholders_are_refused_with_their_place() {
    for (template, parts) in [
        ("a\nb {{widht}}", &["line 2", "column 3", "{{widht}}", "nearest is width"][..]),
        ("{{x}}", &["line 1", "{{x}} without a cell"]),
        ("{{row}} {{x}}", &["{{x}} without a cell"]),
        ("\n{{y}}", &["line 2", "{{y}} without a row"]),
        ("{{actor}} {{tile}}", &["a place for an actor and one for a cell"]),
        ("{{actor}} {{row}}", &["a place for an actor and one for a cell"]),
        ("{{title}}", &["there is no place {{title}}"]),
    ] {
        let error = write(&small(), template).expect_err(template);
        is_clear(template, &error);
        assert!(parts.iter().all(|part| error.to_string().contains(part)), "{error}");
    }
    let error = format("template").write(&small(), &Options::default()).expect_err("no template");
    assert!(error.to_string().contains("--template FILE"), "{error}");
    assert!(format("template").extensions().is_empty(), "it is written by its name only");
}

#[test]
fn parts_without_a_placeholder_are_named() {
    let mut scene = small();
    scene.actors[0].set_range(Some(3));
    scene.title = "A room".into();
    let lost = |template: &str| write(&scene, template).expect("text").lost;
    assert_eq!(lost("{{rows}}{{actors}}"), ["the title", "the weights"]);
    assert_eq!(lost("{{tile}}{{weight}}\n{{actor}}"), ["the title", "of the actors: all but kind and cell"]);
    assert_eq!(lost("nothing"), ["the title", "the tiles", "the weights", "1 guard", "1 goal"]);
}

#[test]
fn scene_texts_cannot_break_out_of_a_template() {
    let mut scene = small();
    let nasty = "'; `${x}` */ </script> {{rows}} \\ \" \u{202e} \u{2028} \n é 🗝";
    scene.title = nasty.into();
    scene.actors[0].set_keys(vec![nasty.into()]);
    scene.actors[1].set("x-name", Some(FieldValue::Other(json!({ nasty: nasty }))));
    let filled = fill(&scene, "{{actors}}\n");
    let json = filled.strip_suffix('\n').expect("one line");
    for sign in ['\n', '\'', '`', '$', '*', '/', '<', '>', '\u{202e}', '\u{2028}', 'é', '🗝', '(', '=', ';'] {
        assert!(!json.contains(sign), "{sign:?}: {json}");
    }
    assert!(!json.contains("{{") && !json.contains("\\\"") && !json.contains("\\\\"), "{json}");
    let back: Value = serde_json::from_str(json).expect("JSON");
    assert_eq!(back, serde_json::to_value(&scene.actors).expect("JSON"), "the value is the same");
}

#[test]
fn lessons_and_random_scenes_fill_a_template() {
    for (name, scene) in scenes(200) {
        assert_eq!(fill(&scene, "{{row}}\n"), rows(&scene).join("\n") + "\n", "{name}");
        assert_eq!(fill(&scene, "{{rows}}\n"), fill(&scene, "{{row}}\n"), "{name}");
        assert_eq!(fill(&scene, "{{actor}}\n").lines().count(), scene.actors.len(), "{name}");
        let back: Value = serde_json::from_str(&fill(&scene, "{{actors}}")).expect("JSON");
        assert_eq!(back, serde_json::to_value(&scene.actors).expect("JSON"), "{name}");
    }
}

#[test]
fn a_filled_template_has_a_largest_size() {
    let scene = Scene::new(Grid::new(Size::new(1_000, 1_000), Tile::Floor));
    let error = write(&scene, &format!("{}{{{{tile}}}}", "x".repeat(1_000))).expect_err("too large");
    assert!(error.to_string().contains("at most 256 MiB"), "{error}");
}
