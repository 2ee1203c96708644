//! `open`: a small file is read before the window opens, a large one by the window.

use gridscope::cli::{Start, start};

/// The window of a large log is there before the log is read. A small one that cannot be read ends with a sentence.
#[test]
fn large_file_is_read_after_the_window_opens() {
    let folder = tempfile::tempdir().unwrap();
    let opened = |name: &str, bytes: usize| {
        let path = folder.path().join(name);
        std::fs::write(&path, "no JSON\n".repeat(bytes / 8)).unwrap();
        start(&gridscope::registry(), ["gridscope".into(), "open".into(), path.into_os_string()], &mut Vec::new(), true)
    };
    assert!(matches!(opened("large.trace.jsonl", 2 << 20), Start::WindowWith(..)));
    assert!(matches!(opened("small.trace.jsonl", 1 << 10), Start::Exit(2)));
}
