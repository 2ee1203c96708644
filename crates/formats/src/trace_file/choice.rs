//! Ties and choices in a trace file: the candidates, the outcome of each, and the rule.

use super::value::{self, pair};
use gridscope_trace::trace::replay::Tie;
use gridscope_trace::trace::{Candidate, CandidateResult, Decision};
use serde_json::{Value as Json, json};

fn text(json: &Json) -> Option<String> {
    json.as_str().map(str::to_owned)
}

pub(super) fn tie(tie: &Tie) -> Json {
    let Tie { what, candidates, chosen, rule, roll, probability } = tie;
    json!({ "what": what, "among": candidates, "chosen": chosen, "rule": rule, "roll": roll, "probability": probability })
}

pub(super) fn tie_of(json: &Json) -> Option<Tie> {
    let candidates = json["among"].as_array()?.iter().map(|one| Some((value::cell(&one[0])?, text(&one[1])?)));
    Some(Tie {
        what: text(&json["what"])?,
        candidates: candidates.collect::<Option<_>>()?,
        chosen: value::cell(&json["chosen"])?,
        rule: text(&json["rule"])?,
        roll: json["roll"].as_f64(),
        probability: json["probability"].as_f64(),
    })
}

pub(super) fn decision(choice: &Decision) -> Json {
    let fate = |fate: &CandidateResult| match fate {
        CandidateResult::Chosen => json!("chosen"),
        CandidateResult::Open => json!("open"),
        CandidateResult::Tied(words) => json!(["tied", words]),
        CandidateResult::Lost { reason, words } => json!(["lost", words, reason]),
    };
    let candidate = |c: &Candidate| {
        let against = c.against.as_ref().map(|(best, this)| json!([best.json(), this.json()]));
        json!({ "cell": c.cell, "values": c.values, "event": c.event, "against": against, "fate": fate(&c.fate) })
    };
    let Decision { title, columns, candidates, tied, rule, roll } = choice;
    let candidates: Vec<Json> = candidates.iter().map(candidate).collect();
    json!({ "title": title, "columns": columns, "tied": tied, "rule": rule, "roll": roll, "candidates": candidates })
}

pub(super) fn decision_of(json: &Json) -> Option<Decision> {
    let fate = |json: &Json| match json {
        Json::String(word) if word == "chosen" => Some(CandidateResult::Chosen),
        Json::String(word) if word == "open" => Some(CandidateResult::Open),
        Json::Array(all) => match (all.first()?.as_str()?, text(all.get(1)?)?) {
            ("tied", words) => Some(CandidateResult::Tied(words)),
            ("lost", words) => Some(CandidateResult::lost(text(all.get(2)?)?, words)),
            _ => None,
        },
        _ => None,
    };
    let number = |json: &Json| value::read(json, None);
    let candidate = |c: &Json| {
        Some(Candidate {
            cell: value::cell(&c["cell"]),
            values: c["values"].as_array()?.iter().filter_map(text).collect(),
            event: c["event"].as_u64().map(|event| event as usize),
            against: pair(&c["against"], number),
            fate: fate(&c["fate"])?,
        })
    };
    let all = json["candidates"].as_array()?.iter().map(candidate);
    Some(Decision {
        title: text(&json["title"])?,
        columns: json["columns"].as_array()?.iter().map(|column| Some(text(column)?.into())).collect::<Option<_>>()?,
        candidates: all.collect::<Option<_>>()?,
        tied: text(&json["tied"])?,
        rule: text(&json["rule"])?,
        roll: pair(&json["roll"], Json::as_f64),
    })
}
