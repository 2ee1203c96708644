//! Labels of the values of parameters.

use gridscope::core::algorithms::{Registry, value_label};
use gridscope::core::params::Kind;

/// Two values of a parameter have different labels, and each fits its box in the window.
#[test]
fn labels_are_short_and_differ() {
    for runner in Registry::default().all() {
        let card = runner.card();
        for param in card.params {
            let Kind::Choice(words) = param.kind else { continue };
            let labels: Vec<&str> = words.iter().map(|word| value_label(param.name, word)).collect();
            for (k, label) in labels.iter().enumerate() {
                assert!(label.chars().count() <= 22, "{}: {} = {label}", card.id, param.name);
                assert!(!labels[..k].contains(label), "{}: {} has {label} twice", card.id, param.name);
            }
        }
    }
    assert_eq!(value_label("ties", "parents"), "dice over parents");
    assert_eq!(value_label("a parameter of a stranger", "low-g"), "low-g");
}
