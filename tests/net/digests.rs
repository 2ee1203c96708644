//! A scene always gives the same trace: the digests of all lessons equal those in digests.txt, in debug, in release,
//! and on any thread. `cargo run -p gridscope-fuzz --bin digests` prints them. They must be the same on other machines.

use crate::files::writes;
use std::thread;
use support::digest;

fn all() -> String {
    digest::all().unwrap_or_else(|error| panic!("{error}")).join("\n") + "\n"
}

#[test]
fn lesson_traces_and_maps_have_stored_digests() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/net/digests.txt");
    let (one, other) = thread::scope(|scope| {
        let (one, other) = (scope.spawn(all), scope.spawn(all));
        (one.join().expect("digests"), other.join().expect("digests"))
    });
    if writes() {
        std::fs::write(file, &one).expect("a file that can be written");
    }
    let kept = std::fs::read_to_string(file).unwrap_or_default();
    for ((one, other), kept) in one.lines().zip(other.lines()).zip(kept.lines()) {
        assert_eq!((one, other), (kept, kept), "two threads, and what is kept");
    }
    assert_eq!((one.lines().count(), other.lines().count()), (kept.lines().count(), kept.lines().count()));
}
