//! Completions and manual pages.

use crate::program::{ok, says};

#[test]
fn completions_know_the_subcommands() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let text = ok(&["completions", shell]);
        for word in ["experiment", "sample-paths", "shard"] {
            assert!(text.contains(word), "{shell}: {word}");
        }
    }
    says(&["completions", "basic"], "", &["basic", "bash"]);
}

#[test]
fn every_subcommand_has_a_manual_page() {
    assert!(ok(&["man"]).contains(".TH gridscope 1"));
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(ok(&["man", "--out", &folder.path().display().to_string()]), "");
    for (name, word) in [("gridscope", "gridscope"), ("gridscope-run", "events"), ("gridscope-paths", "binary")] {
        let page = std::fs::read_to_string(folder.path().join(format!("{name}.1"))).unwrap();
        assert!(page.contains(&format!(".TH {name} 1")) && page.contains(word), "{name}");
    }
    says(&["man", "--out", "/there/is/no/such/folder"], "", &["/there/is/no/such/folder"]);
}
