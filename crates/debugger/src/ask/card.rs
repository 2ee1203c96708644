//! The card of an algorithm as data.

use gridscope_trace::Card;
use gridscope_trace::params::Default as D;
use serde_json::{Value, json};

/// Returns the default of a parameter as JSON.
pub fn default_json(value: D) -> Value {
    match value {
        D::Int(n) => n.into(),
        D::Real(x) => x.into(),
        D::Flag(b) => b.into(),
        D::Word(w) => w.into(),
        D::Auto => "auto".into(),
    }
}

/// Returns a card as JSON.
pub fn card_json(card: &Card) -> Value {
    let params = card.params.iter().map(
        |p| json!({ "name": p.name, "expects": p.kind.expected(), "default": default_json(p.default), "help": p.help }),
    );
    let layers = card.layers.iter().map(|l| json!({ "name": l.name, "help": l.help }));
    let actors = card.actors.iter().map(|a| json!({ "kinds": a.kinds, "role": a.role }));
    let checks = card.checks.iter().map(|c| json!({ "name": c.name, "help": c.help }));
    json!({
        "id": card.id, "title": card.title, "summary": card.summary, "group": card.group.title(), "source": card.source, "listing": card.listing,
        "params": params.collect::<Vec<_>>(), "layers": layers.collect::<Vec<_>>(), "series": card.series,
        "actors": actors.collect::<Vec<_>>(), "checks": checks.collect::<Vec<_>>(),
        "faster": card.faster.map(|faster| json!({ "call": faster.call, "same": faster.same })),
    })
}
