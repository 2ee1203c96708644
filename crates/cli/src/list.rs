//! `algorithms`: lists the algorithms, as text and as JSON.

use super::{CliError, Start};
use crate::debugger::ask::card::{card_json, default_json};
use crate::debugger::lab::brief::table;
use gridscope_trace::{Card, Registry};
use serde_json::{Value, json};
use std::io::{self, Write};

#[derive(clap::Args)]
pub(super) struct AlgorithmsArgs {
    /// Print the card of this algorithm: sources, listing, parameters, layers, checks
    id: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    json: bool,
}

impl AlgorithmsArgs {
    pub(super) fn execute(self, registry: &Registry, out: &mut dyn Write) -> Result<Start, CliError> {
        let one = self.id.as_deref().map(|id| registry.named(id)).transpose();
        match (one.map_err(|e| CliError::Input(e.to_string()))?, self.json) {
            (Some(runner), true) => writeln!(out, "{}", card_json(runner.card()))?,
            (Some(runner), false) => write_card(runner.card(), out)?,
            (None, true) => {
                let cards: Vec<_> = registry.all().iter().map(|a| card_json(a.card())).collect();
                writeln!(out, "{}", json!({ "algorithms": cards }))?;
            }
            (None, false) => {
                for (k, (group, cards)) in registry.by_group().into_iter().enumerate() {
                    let rows: Vec<_> = cards.iter().map(|c| (c.id, c.summary.to_owned())).collect();
                    if k > 0 {
                        writeln!(out)?;
                    }
                    writeln!(out, "{}", group.title())?;
                    indented(rows, out)?;
                }
            }
        }
        Ok(Start::Exit(0))
    }
}

fn write_card(card: &Card, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "{} ({})\n{}\nGroup: {}", card.title, card.id, card.summary, card.group.title())?;
    if !card.source.is_empty() {
        writeln!(out, "Source: {}", card.source)?;
    }
    if let Some(faster) = card.faster {
        writeln!(out, "{}", faster.sentence())?;
    }
    writeln!(out, "\nListing")?;
    for (i, line) in card.listing.iter().enumerate() {
        writeln!(out, "  {:2}  {line}", i + 1)?;
    }
    let params = card.params.iter().map(|p| {
        let default = match default_json(p.default) {
            Value::String(word) => word,
            other => other.to_string(),
        };
        (p.name, format!("{} ({}; default {default})", p.help, p.kind.expected()))
    });
    section("Parameters (--set name=value)", params.collect(), out)?;
    section("Layers (--layer name)", card.layers.iter().map(|l| (l.name, l.help.to_owned())).collect(), out)?;
    let actors = card.actors.iter().map(|a| {
        let kinds: Vec<_> = a.kinds.iter().map(|k| k.name()).collect();
        ("", format!("{}: {}", kinds.join(" or "), a.role))
    });
    section("Actors", actors.collect(), out)?;
    section("Checks", card.checks.iter().map(|c| (c.name, c.help.to_owned())).collect(), out)
}

fn section(title: &str, rows: Vec<(&str, String)>, out: &mut dyn Write) -> io::Result<()> {
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out, "\n{title}")?;
    indented(rows, out)
}

fn indented(rows: Vec<(&str, String)>, out: &mut dyn Write) -> io::Result<()> {
    let rows: Vec<_> = rows.into_iter().map(|(name, text)| (format!("  {name}"), text)).collect();
    table(out, &rows)
}
