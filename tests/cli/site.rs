//! Parts of the site: the address of the build or the environment in everything that links to it, pictures of slides, and
//! the lists of lessons.

use crate::program::{ok, says, text};
use serde_json::Value;
use std::path::Path;
use std::process::Command;

const SITE: &str = "https://example.org/gs";

/// Renders a lesson into a file, with or without the address of the site.
fn rendered(folder: &Path, name: &str, args: &[&str], site: Option<&str>) -> String {
    let to = folder.join(name);
    let mut command = Command::new(env!("CARGO_BIN_EXE_gridscope"));
    command.args(args).arg("-o").arg(&to).env_remove("GRIDSCOPE_SITE");
    if let Some(site) = site {
        command.env("GRIDSCOPE_SITE", site);
    }
    let out = command.output().unwrap();
    assert!(out.status.success(), "{args:?}: {}", text(&out.stderr));
    std::fs::read_to_string(to).unwrap()
}

#[test]
fn address_of_the_site_reaches_pages() {
    let folder = tempfile::tempdir().unwrap();
    let page =
        |more: &[&str], site| rendered(folder.path(), "a.html", &[&["render", "hello", "--html"], more].concat(), site);
    let linked = page(&["--app", "https://example.org/gs/app/"], None);
    assert_eq!(page(&[], Some(SITE)), linked);
    assert_eq!(page(&[], Some("https://example.org/gs/")), linked, "a slash at its end changes nothing");
    assert_ne!(page(&[], None), linked);
    assert_eq!(page(&[], Some("")), page(&[], None), "an empty address is none");
    assert_eq!(page(&[], Some("javascript:1")), page(&[], None), "only addresses of the web are linked");
}

#[cfg(feature = "gui")]
#[test]
fn address_of_the_lesson_is_printed() {
    let folder = tempfile::tempdir().unwrap();
    for (flag, name) in [("--handout", "a.html"), ("--card", "a.svg")] {
        let file = |site| rendered(folder.path(), name, &["render", "secret-door", flag], site);
        assert!(file(Some(SITE)).contains("example.org/gs/l/secret-door/"), "{flag}");
        assert!(!file(None).contains("example.org"), "{flag}");
    }
    let changed = rendered(folder.path(), "b.html", &["render", "secret-door", "--handout", "--seed", "9"], Some(SITE));
    assert!(changed.contains("example.org/gs/") && !changed.contains("/l/"), "another scene is not that lesson");
}

#[cfg(feature = "gui")]
#[test]
fn picture_of_a_slide_has_its_pins_and_signs() {
    let folder = tempfile::tempdir().unwrap();
    let picture = |args: &[&str]| rendered(folder.path(), "a.svg", &[&["render", "secret-door"], args].concat(), None);
    let labels = |svg: &str| {
        svg.split("aria-label=\"").skip(1).map(|part| part.split('"').next().unwrap().to_owned()).collect::<Vec<_>>()
    };
    let slide = labels(&picture(&["--slide", "3", "--rulers=no"]));
    let moment = labels(&picture(&["--at", "168", "--rulers=no"]));
    let has = |labels: &[String], text: &str| labels.iter().any(|label| label == text);
    assert!(has(&slide, "1") && !has(&moment, "1"), "the first pin: {slide:?}");
    assert!(has(&moment, "h9") && !has(&slide, "h9"), "numbers in the corners: {moment:?}");
    assert!(slide.len() < moment.len(), "the slide shows less: {} of {}", slide.len(), moment.len());
    let small = picture(&["--slide", "3", "--points", "160", "--rulers=no"]);
    let width: f32 = small.split("width=\"").nth(1).unwrap().split('"').next().unwrap().parse().unwrap();
    assert!((140.0..200.0).contains(&width), "{width}");
    says(&["render", "secret-door", "-o", "a.svg", "--slide", "9"], "", &["no slide 9", "5"]);
}

#[test]
fn presets_name_groups_and_the_route() {
    let all: Value = serde_json::from_str(&ok(&["presets", "--json"])).unwrap();
    let (presets, route) = (all["presets"].as_array().unwrap(), all["route"].as_array().unwrap());
    assert!(presets.iter().all(|preset| preset["group"].is_string()));
    let ids: Vec<&Value> = route.iter().flat_map(|part| part["lessons"].as_array().unwrap()).collect();
    assert_eq!(ids, presets[..ids.len()].iter().map(|preset| &preset["id"]).collect::<Vec<_>>());
}
