//! Questions about a mover of a log on the command line.

use crate::program::{ok, ok_json, says};
use support::plans::queue_log;

#[test]
fn why_and_why_not_take_an_actor_and_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queue.trace.jsonl");
    std::fs::write(&path, queue_log()).unwrap();
    let log = path.to_str().unwrap();
    let why = ok(&["why", log, "--actor", "0", "--at-time", "1"]);
    assert!(why.contains("0 waits for 1 since t = 0, which yields to 2."), "{why}");
    assert!(why.contains("goal (4,1): needs 3 alone, arrives at t = 6, delay 3"), "{why}");
    assert_eq!(ok_json(&["why", log, "--actor", "0", "--at", "3", "--json"])["state"], "waits");
    let not = ok(&["why-not", log, "--actor", "0", "2,1", "--at-time", "1"]);
    assert_eq!(not.lines().next(), Some("occupied: 1 is in (2,1), and it leaves at t = 4."));
    let stays = ok(&["why-not", log, "--actor", "2", "--at-time", "1"]);
    assert!(stays.starts_with("stays: 2 stays in (3,1) until t = 3"), "{stays}");
    says(&["why", log, "--actor", "9"], "", &["there is no mover 9; expected one of 0, 1, 2"]);
    says(&["why", log, "--actor", "0", "--at-time", "99"], "", &["there is no time 99", "from 0 to 6"]);
    says(&["why", "hello", "--actor", "0"], "", &["the run has no movers"]);
}
