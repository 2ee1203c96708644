//! Claims of a lesson: a true one is silent, and a false one is named with its slide, its words and what is true instead.

use gridscope::debugger::lesson::claims::{count, false_claims};
use gridscope::formats::{Options, read_bytes};
use gridscope::trace::Scene;
use serde_json::json;
use support::lesson;

/// Returns the lesson `hello` with only these claims on its last slide, as JSON.
fn with(claims: &serde_json::Value) -> Scene {
    let mut scene = lesson("hello").without_claims().into_owned();
    scene.run.slides[4].claims = serde_json::from_value(claims.clone()).expect("claims");
    scene
}

fn faults(claims: &serde_json::Value) -> Vec<String> {
    let scene = with(claims);
    assert_eq!(count(&scene), claims.as_array().map_or(0, Vec::len));
    false_claims(&gridscope::registry(), &scene).iter().map(ToString::to_string).collect()
}

#[test]
fn a_false_claim_is_named_with_its_slide_and_what_is_true_instead() {
    let one = |fact: serde_json::Value| {
        let mut claim = json!({ "words": "72 paths" });
        claim.as_object_mut().expect("an object").extend(fact.as_object().cloned().expect("an object"));
        faults(&json!([claim])).join("\n")
    };
    assert_eq!(one(json!({ "outcome": ["ways", 72] })), "");
    assert_eq!(one(json!({ "outcome": ["ways", 71] })), "slide 5, \"72 paths\": ways: 72, not 71");
    assert_eq!(one(json!({ "through": [[14, 12], 51, "72"] })), "");
    assert!(
        one(json!({ "through": [[14, 11], 51, "72"] })).ends_with("the number of paths through (14,11): 18, not 72")
    );
    assert_eq!(one(json!({ "if": "seed=2", "path": [[7, 4], [15, 12]] })), "");
    assert!(one(json!({ "path": [[1, 1]] })).ends_with("the path does not lead over (1,1)"));
    assert!(one(json!({ "run": "C", "open-list": 1 })).contains("there is no run C"));
    assert!(one(json!({ "holds": "g >" })).contains("is no condition"));
    assert!(one(json!({ "shows": ["gg", [1, 1], "2"] })).contains("there is no layer \"gg\" among"));
    assert!(one(json!({ "tile": [[99, 1], "door"] })).ends_with("(99,1) is not on the map"));
}

#[test]
fn words_that_are_not_in_the_text_are_named() {
    let all = faults(&json!([{ "words": "73 paths", "outcome": ["ways", 72] }]));
    assert_eq!(all, ["slide 5, \"73 paths\": the text does not contain these words"]);
}

#[test]
fn an_unknown_fact_is_refused_with_the_known_ones() {
    let refused = |claim: &str| {
        let text = lesson_text(claim);
        read_bytes("a.scene.json", text.as_bytes(), &Options::default()).unwrap_err().to_string()
    };
    let unknown = refused(r#"{ "words": "a", "hods": "g = 1" }"#);
    assert!(unknown.contains("unknown variant `hods`, expected one of `holds`, `says`"), "{unknown}");
    let two = refused(r#"{ "words": "a", "holds": "g = 1", "says": "b" }"#);
    assert!(two.contains("a claim with the facts") && two.contains("expected exactly one"), "{two}");
}

fn lesson_text(claim: &str) -> String {
    format!(
        r#"{{ "format": "gridscope-scene", "version": 1, "rows": ["..."],
            "run": {{ "bookmarks": [{{ "at": 0, "note": "a", "claims": [{claim}] }}] }} }}"#
    )
}

#[test]
fn a_scene_file_keeps_claims_and_a_link_does_not() {
    use gridscope::formats::{Format as _, format_for, scene_json::SceneJson};
    let scene = lesson("hello");
    assert!(count(&scene) > 20);
    let written = SceneJson.write(&scene, &Options::default()).expect("a file");
    let read = read_bytes("a.scene.json", &written.bytes, &Options::default()).expect("a scene").scene;
    assert_eq!(read, scene);
    let link =
        |scene: &Scene| format_for("link").expect("links").write(scene, &Options::default()).expect("a link").bytes;
    assert!(link(&scene) == link(&scene.without_claims()));
}
