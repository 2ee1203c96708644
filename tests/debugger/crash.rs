//! Messages about errors in gridscope itself.

use gridscope::debugger::disk::crash::{Crash, place_of};

#[test]
fn crash_place_names_no_build_folder() {
    for (file, said) in [
        ("crates/cli/src/lib.rs", "crates/cli/src/lib.rs:3:5"),
        ("crates/grid/src/grid.rs", "crates/grid/src/grid.rs:3:5"),
        ("/home/somebody/gridscope/crates/cli/src/lib.rs", "cli/src/lib.rs:3:5"),
        ("/home/somebody/.cargo/registry/src/index/csv-1.4.0/src/reader.rs", "csv-1.4.0/src/reader.rs:3:5"),
        ("/rustc/59807616e1fa/library/core/src/fmt/mod.rs", "core/src/fmt/mod.rs:3:5"),
        ("C:\\Users\\somebody\\.cargo\\registry\\src\\index\\png-0.18.0\\src\\lib.rs", "png-0.18.0/src/lib.rs:3:5"),
    ] {
        assert_eq!(place_of(file, 3, 5), said);
    }
    let crash = Crash { reason: "index 3 of 2".into(), place: Some(place_of("src/x.rs", 1, 2)) };
    assert_eq!(crash.to_string(), "gridscope itself made an error, \"index 3 of 2\" at src/x.rs:1:2");
}
