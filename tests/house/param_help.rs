//! The help of parameters, which the window shows as a tooltip: a sentence that says more than the name.

use gridscope::algorithms::all;

/// Words that say nothing by themselves.
const EMPTY: [&str; 22] = [
    "the", "a", "an", "of", "is", "are", "how", "many", "most", "least", "fewest", "number", "or", "and", "in", "to",
    "each", "for", "with", "whether", "which", "at",
];

/// Returns the words of a text that say something, without the `s` of a plural.
fn words(text: &str) -> Vec<String> {
    let all = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    all.filter(|word| !word.is_empty() && !EMPTY.contains(&&**word)).map(|w| w.trim_end_matches('s').into()).collect()
}

#[test]
fn parameter_help_says_more_than_the_name() {
    let mut poor = Vec::new();
    for runner in all() {
        let card = runner.card();
        for param in card.params {
            let name = words(param.name);
            let new = words(param.help).iter().filter(|word| !name.contains(word)).count();
            // Three words beside the name make a sentence that a reader can use.
            if new < 3 || !param.help.ends_with('.') || !param.help.starts_with(char::is_uppercase) {
                poor.push(format!("{} {}: {:?}", card.id, param.name, param.help));
            }
        }
    }
    assert!(poor.is_empty(), "{poor:#?}");
}
