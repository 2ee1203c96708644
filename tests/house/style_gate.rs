//! `.ci/style` refuses a committed line in the checkout that made it and in a fresh clone of that.

use std::path::Path;
use std::process::{Command, Output};

fn run(program: &str, arguments: &[&str], folder: &Path) -> Output {
    Command::new(program).args(arguments).current_dir(folder).output().unwrap()
}

/// Clones the repository in `from` without its history's files being copied.
fn clone(from: &Path, into: &Path) {
    let (from, into) = (from.to_str().unwrap(), into.to_str().unwrap());
    let clone = run("git", &["clone", "-q", "--shared", from, into], Path::new("."));
    assert!(clone.status.success(), "{}", String::from_utf8_lossy(&clone.stderr));
}

#[test]
fn style_gate_refuses_forbidden_committed_lines() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    if !root.join(".git").exists() {
        println!("skipped: this is no checkout of git");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let author = folder.path().join("author");
    clone(root, &author);
    let style = std::fs::read(root.join(".ci/style")).unwrap();
    std::fs::write(author.join(".ci/style"), style).unwrap();
    let library = author.join("src/lib.rs");
    // In two parts, because the gate reads this file, too.
    let comment = ["\n//", "! What somebody is told.\n"].concat();
    std::fs::write(&library, std::fs::read_to_string(&library).unwrap() + &comment).unwrap();
    let commit = ["-c", "user.name=x", "-c", "user.email=x@x", "commit", "-qam", "Forbidden"];
    assert!(run("git", &commit, &author).status.success());
    let fresh = folder.path().join("fresh");
    clone(&author, &fresh);
    for checkout in [&author, &fresh] {
        let gate = run("./.ci/style", &[], checkout);
        assert_eq!(gate.status.code(), Some(1), "{checkout:?}: {}", String::from_utf8_lossy(&gate.stderr));
        assert_eq!(String::from_utf8_lossy(&gate.stdout).matches("What somebody is told").count(), 3, "{checkout:?}");
    }
}
