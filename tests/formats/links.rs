//! Links: a scene as one line of text, complete or damaged.

use gridscope::formats::{Format as _, Options, link, read_bytes};
use gridscope::trace::scene::Scene;

fn link_of(scene: &Scene) -> String {
    let written = link::Link.write(scene, &Options::default()).expect("every scene fits a link");
    assert!(written.lost.is_empty());
    String::from_utf8(written.bytes).expect("letters")
}

#[test]
fn every_preset_survives_its_link() {
    for preset in gridscope::presets::PRESETS {
        let scene = preset.scene().expect("a preset");
        let line = link_of(&scene);
        assert!(line.starts_with("gridscope:1:") && line.trim_end().len() < 8000, "{}: {}", preset.id, line.len());
        let message = format!("look at this:\n  <{}>, at the door", line.trim_end());
        for text in [line.as_str(), &message] {
            let loaded = read_bytes("a chat", text.as_bytes(), &Options::default()).expect("a link");
            assert_eq!((loaded.format, &loaded.scene), ("link", &*scene.without_claims()), "links leave claims out");
        }
    }
}

#[test]
fn damaged_links_are_refused_in_a_sentence() {
    let line = link_of(&gridscope::presets::find("hello").expect("a preset").scene().expect("a scene"));
    let line = line.trim_end();
    let refuse = |text: &str| {
        let error = read_bytes("a chat", text.as_bytes(), &Options::default()).expect_err(text);
        error.to_string()
    };
    assert!(refuse(&line[..line.len() / 2]).contains("damaged"), "cut short");
    assert!(refuse(&line.replace("gridscope:1:", "gridscope:3:")).contains("version 3"));
    assert!(refuse(&line.replace("gridscope:1:", "gridscope:2:")).contains("a log"));
    assert!(refuse("gridscope:1:").contains("a chat"));
    let mut changed = line.as_bytes().to_vec();
    for at in (20..changed.len()).step_by(17) {
        let kept = changed[at];
        changed[at] = if kept == b'A' { b'B' } else { b'A' };
        // A changed letter causes no panic, and is detected by a checksum over all bytes.
        let text = String::from_utf8(changed.clone()).expect("letters");
        refuse(&text);
        changed[at] = kept;
    }
}
