//! Logs with several nodes per cell: a statement about one node does not apply to another node of the same cell.

use super::report;
use gridscope::debugger::audit::Rule;

/// Returns the log of a search with facing in a corridor. It refuses a node beside its path, and states the cost of the
/// path.
fn turning(reject: &str, cost: &str) -> String {
    format!(
        r#"{{"format":"gridscope-trace","version":2,"map":["...."],"start":[0,0],"goal":[3,0],"neighbours":4,"costs":{{"straight":1}},"state":["facing"],"order":["g"]}}
{{"event":"open","at":[0,0],"facing":"e","g":0}}
{{"event":"expand","at":[0,0],"facing":"e","g":0}}
{{"event":"open","at":[1,0],"from":{{"at":[0,0],"facing":"e"}},"facing":"e","g":1}}
{{"event":"expand","at":[1,0],"facing":"e","g":1}}
{{"event":"open","at":[2,0],"from":{{"at":[1,0],"facing":"e"}},"facing":"e","g":2}}
{{"event":"expand","at":[2,0],"facing":"e","g":2}}
{{"event":"reject","at":[1,0],"from":{{"at":[2,0],"facing":"e"}},{reject}}}
{{"event":"open","at":[3,0],"from":{{"at":[2,0],"facing":"e"}},"facing":"e","g":3}}
{{"event":"expand","at":[3,0],"facing":"e","g":3}}
{{"event":"path","cells":[[0,0],[1,0],[2,0],[3,0]],"cost":{cost}}}
"#
    )
}

fn found(log: &str) -> Vec<(Rule, usize, String)> {
    report(log).findings.into_iter().map(|finding| (finding.rule, finding.line, finding.sentence)).collect()
}

#[test]
fn closed_node_leaves_its_cells_others_open() {
    let sentence = "(1,0) facing w was refused from (2,0) as closed, but it was never opened.";
    assert_eq!(found(&turning(r#""facing":"w","why":"closed""#, "3")), [(Rule::Reason, 8, sentence.to_owned())]);
    // The other node may be the reason why this one is not better.
    assert_eq!(found(&turning(r#""facing":"w","why":"costlier""#, "3")), []);
    assert_eq!(found(&turning(r#""facing":"e","why":"closed""#, "3")), []);
    // The log does not say which node it was.
    assert_eq!(found(&turning(r#""why":"closed""#, "3")), []);
}

#[test]
fn path_cost_must_match_an_end_node() {
    let reject = r#""facing":"e","why":"closed""#;
    let sentence = "The stated cost of the path is 5, but no node of (3,0) has that g: the lowest is 3.";
    assert_eq!(found(&turning(reject, "5")), [(Rule::PathCost, 11, sentence.to_owned())]);
    let asked = report(&turning(reject, "3")).asked;
    assert!(asked.contains(&Rule::PathCost), "{asked:?}");
}

#[test]
fn suggested_order_lists_the_keys_of_open_events() {
    let log = r#"{"format":"gridscope-trace","version":2,"map":["..."],"incremental":true}
{"event":"open","at":[2,0],"g":0,"k1":2,"k2":0}
{"event":"expand","at":[2,0],"g":0}
"#;
    let skipped = report(log).skipped;
    let order = skipped.iter().find(|skip| skip.rule == Rule::Order).expect("no order is stated");
    assert_eq!(order.add.as_deref(), Some(r#""order": ["k1", "k2"]"#));
}
