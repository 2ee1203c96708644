//! Labels of the values of parameters.

use gridscope::trace::params::Kind;

/// Two values of a parameter have different labels, and each fits its box in the window.
#[test]
fn parameter_labels_are_short_and_distinct() {
    for runner in gridscope::registry().all() {
        let card = runner.card();
        for param in card.params {
            let Kind::Choice(words) = param.kind else { continue };
            let labels: Vec<&str> = words.iter().map(|word| param.label(word)).collect();
            for (k, label) in labels.iter().enumerate() {
                assert!(label.chars().count() <= 22, "{}: {} = {label}", card.id, param.name);
                assert!(!labels[..k].contains(label), "{}: {} has {label} twice", card.id, param.name);
            }
        }
    }
    let astar = gridscope::algorithms::find("astar").expect("it").card();
    let ties = astar.params.iter().find(|param| param.name == "ties").expect("it");
    assert_eq!((ties.label("parents"), ties.label("a word of a stranger")), ("dice (1/n)", "a word of a stranger"));
}
