//! `presets`: every lesson is exported in every format without overwriting files. The scenes of a folder are listed,
//! too.

use crate::program::{gridscope, ok, says, sentence, text};
use gridscope::formats::{Options, format_for, read_file};
use gridscope::presets::PRESETS;
use std::fs;

/// Formats of this test. Others are written and read in tests/interchange.
const CHOSEN: [&str; 6] = ["scene-json", "link", "movingai", "text", "tmx", "ldtk"];

#[test]
fn every_preset_is_exported_and_reads_back() {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join("a/new/folder");
    let mut args = vec!["presets", "--export", to.to_str().unwrap()];
    args.extend(CHOSEN.iter().flat_map(|name| ["--format", name]));
    let out = gridscope(&args);
    let (said, lost) = (text(&out.stdout), text(&out.stderr));
    assert!(out.status.success(), "{lost}");
    // A Tiled map has the picture of its tiles beside it.
    assert!(said.starts_with(&format!("{} files written to ", PRESETS.len() * (CHOSEN.len() + 1))), "{said}");
    for name in CHOSEN {
        let ending = format_for(name).unwrap().extensions()[0];
        for preset in PRESETS {
            let path = to.join(format!("{}.{ending}", preset.id));
            let read = read_file(&path, &Options::default()).unwrap_or_else(|e| panic!("{e}"));
            let scene = preset.scene().unwrap();
            // A link leaves out the claims, which only the author of a lesson needs.
            let scene = if name == "link" { scene.without_claims().into_owned() } else { scene };
            assert_eq!(read.scene.size(), scene.size(), "{}", path.display());
            let told = lost.lines().filter(|line| line.starts_with(&format!("lost: {}.{ending}: ", preset.id))).count();
            if read.scene == scene {
                assert_eq!(told, 0, "{}: nothing is lost", path.display());
            } else {
                assert_eq!(told, 1, "{}: what is lost is said once", path.display());
            }
        }
    }
    // Four formats hold a complete lesson.
    for ending in ["scene.json", "gridscope-link", "tmx", "ldtk"] {
        assert!(!lost.contains(&format!(".{ending}: ")), "{lost}");
    }
    // A second export writes nothing.
    let again = ok(&["presets", "--export", to.to_str().unwrap()]);
    assert!(
        again.starts_with("0 files written to ") && again.contains("already existed with the same contents"),
        "{again}"
    );
}

#[test]
fn preset_export_never_overwrites_other_files() {
    let folder = tempfile::tempdir().unwrap();
    let stranger = folder.path().join("hello.scene.json");
    fs::write(&stranger, "my own").unwrap();
    let export = ["presets", "--export", folder.path().to_str().unwrap()];
    says(&export, "", &["hello.scene.json has other contents", "nothing was written"]);
    assert_eq!(fs::read_to_string(&stranger).unwrap(), "my own");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    // Also not through a symbolic link to nothing, nor in place of a folder.
    fs::remove_file(&stranger).unwrap();
    fs::create_dir(&stranger).unwrap();
    #[cfg(unix)]
    std::os::unix::fs::symlink(folder.path().join("elsewhere"), folder.path().join("field-8x4.scene.json")).unwrap();
    sentence(&export, "");
    assert!(!folder.path().join("elsewhere").exists());
    // A file in place of the folder, and an unknown format.
    let file = folder.path().join("file");
    fs::write(&file, "").unwrap();
    sentence(&["presets", "--export", file.to_str().unwrap()], "");
    says(&[&export[..], &["--format", "jpeg"]].concat(), "", &["jpeg: there is no format of that name"]);
}

#[test]
fn presets_lists_the_scenes_of_a_folder() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("two rooms.txt"), "#####\n#G+X#\n#####\n").unwrap();
    fs::write(path("broken.scene.json"), "{ \"format\": \"gridscope-scene\", \"version\": 99, \"rows\": [] }").unwrap();
    fs::write(path("letter.pdf"), "no scene").unwrap();
    fs::write(path(".hidden.txt"), "#####\n").unwrap();
    fs::create_dir(path("folder.txt")).unwrap();
    let dir = folder.path().to_str().unwrap();
    let out = gridscope(&["presets", "--dir", dir]);
    let (said, told) = (text(&out.stdout), text(&out.stderr));
    assert!(out.status.success());
    assert_eq!(said.lines().count(), PRESETS.len() + 1, "{said}");
    let last = said.lines().last().unwrap();
    assert!(last.contains("two rooms.txt") && last.contains("5 × 3"), "{last}");
    assert_eq!(told.lines().count(), 1, "{told}");
    assert!(told.starts_with("note: ") && told.contains("version 99 is newer than this program"), "{told}");
    let json: serde_json::Value = serde_json::from_str(&ok(&["presets", "--dir", dir, "--json"])).unwrap();
    assert_eq!(json["presets"].as_array().unwrap().len(), PRESETS.len());
    assert_eq!(json["own"][0]["size"], serde_json::json!([5, 3]));
    assert_eq!(json["unread"].as_array().unwrap().len(), 1);
    says(&["presets", "--dir", path("nowhere").to_str().unwrap()], "", &["expected a folder of scenes"]);
}

#[test]
fn presets_lists_a_limited_number_of_folder_scenes() {
    use gridscope::formats::{folder::Folder, limits};
    let folder = tempfile::tempdir().unwrap();
    for k in 0..limits::FOLDER + 3 {
        fs::write(folder.path().join(format!("{k:04}.txt")), "#").unwrap();
    }
    let found = Folder::of(folder.path()).unwrap();
    assert_eq!(found.files.len(), limits::FOLDER);
    assert!(found.files[0].ends_with("0000.txt"));
    let more = found.more.expect("a sentence");
    assert!(more.contains(&format!("{} of {} files", limits::FOLDER, limits::FOLDER + 3)), "{more}");
}

/// An address from a page names a lesson and its moment, on the command line too.
#[test]
fn page_address_is_accepted_as_a_scene() {
    let run = ok(&["run", "secret-door", "--json"]);
    let page = "https://example.org/gridscope/#lesson=secret-door&at=25&view=debug";
    for address in ["lesson=secret-door&at=25", "#lesson=secret-door", page] {
        assert_eq!(ok(&["run", address, "--json"]), run, "{address}");
    }
    let folder = tempfile::tempdir().unwrap();
    let drawn = |args: &[&str]| {
        let to = folder.path().join("map.svg");
        ok(&[&["render", "-o", to.to_str().unwrap()], args].concat());
        fs::read_to_string(to).unwrap()
    };
    let at_25 = drawn(&["secret-door", "--at", "25"]);
    assert_eq!(drawn(&["#lesson=secret-door&at=25"]), at_25);
    assert_ne!(drawn(&["#lesson=secret-door&at=3"]), at_25);
    says(&["run", "#lesson=secret-dor"], "", &["the nearest is secret-door"]);
}

#[test]
fn presets_lists_the_route_first() {
    let list = ok(&["presets"]);
    let listed = list.lines().map(|line| line.split_whitespace().next().unwrap());
    assert!(listed.take(20).eq(gridscope::presets::route().take(20)), "{list}");
    let json: serde_json::Value = serde_json::from_str(&ok(&["presets", "--json"])).unwrap();
    assert_eq!(json["presets"][3]["route"], 4);
}
