//! The open list as a table: the keys that order it, other numbers of its entries, and their parents. The columns
//! follow from the fields of the events.

use gridscope_trace::event::Value;
use gridscope_trace::trace::Replay;
use gridscope_trace::trace::replay::QueueEntry;

/// Maximum length of the name of a number that gets a column beside the keys.
const SHORT: usize = 3;

/// The entries in columns, without their positions and cells.
#[derive(Clone, Default)]
pub(super) struct Columns {
    /// Heading of each column. May be empty.
    pub(super) names: Vec<String>,
    /// Width of each column in characters, including its heading.
    pub(super) widths: Vec<usize>,
    /// Number of columns that are keys.
    pub(super) keys: usize,
    /// The entries, with a text for each column.
    pub(super) rows: Vec<Vec<String>>,
    /// Number of listed entries at the top that are equal in all keys.
    pub(super) equal: usize,
    /// Number of listed entries at the top that are equal in the first key.
    pub(super) first: usize,
}

/// Splits a key such as `f 51  g 37` into parts with their names.
fn parts(key: &str) -> Vec<(&str, &str)> {
    let part = |part| match str::rsplit_once(part, ' ') {
        Some((name, value)) if value.starts_with(|c: char| c.is_ascii_digit() || "-−∞(".contains(c)) => {
            (name, value)
        }
        _ => ("", part),
    };
    key.split("  ").map(str::trim).filter(|p| !p.is_empty()).map(part).collect()
}

impl Columns {
    /// Builds the table of a moment's entries.
    pub(super) fn of(replay: &Replay, entries: &[QueueEntry]) -> Self {
        let mut table = Self::default();
        let Some(first) = entries.first() else { return table };
        for (name, _) in parts(&first.key) {
            table.names.push(name.to_owned());
        }
        table.keys = table.names.len();
        let mut fields: Vec<(&str, Value)> = Vec::new();
        replay.fields_of(first.event, &mut fields);
        let numbers = fields.iter().filter(|(name, value)| name.chars().count() <= SHORT && value.number().is_some());
        let more: Vec<String> = numbers.map(|(name, _)| (*name).to_owned()).collect();
        let extra: Vec<String> = more.into_iter().filter(|name| !table.names.contains(name)).collect();
        table.names.extend_from_slice(&extra);
        table.names.push("parent".into());
        for entry in entries {
            let mut row: Vec<String> = parts(&entry.key).iter().map(|(_, value)| (*value).to_owned()).collect();
            row.resize(table.keys, String::new());
            replay.fields_of(entry.event, &mut fields);
            for name in &extra {
                let value = fields.iter().find(|(field, _)| field == name);
                row.push(value.map_or_else(|| "–".to_owned(), |(_, value)| value.to_string()));
            }
            let from = replay.trace().from(entry.event).filter(|&from| from != entry.cell);
            let from = from.or_else(|| entry.cell.step(replay.arrow(entry.cell)?, replay.size()));
            row.push(from.map_or_else(|| "–".to_owned(), |cell| cell.to_string()));
            table.rows.push(row);
        }
        if table.rows.iter().all(|row| row.last().is_some_and(|parent| parent == "–")) {
            table.drop_last();
        }
        let wide = |k: usize| table.rows.iter().map(|row| row[k].chars().count()).max().unwrap_or(0);
        table.widths = table.names.iter().enumerate().map(|(k, name)| name.chars().count().max(wide(k))).collect();
        let keys = |entry: &QueueEntry| replay.trace().keys(entry.event);
        let lowest = keys(first);
        table.first = entries.iter().take_while(|e| e.tied).count();
        let same = |e: &&QueueEntry| if lowest.is_some() { keys(e) == lowest } else { e.tied };
        table.equal = entries.iter().take_while(same).count();
        table
    }

    fn drop_last(&mut self) {
        self.names.pop();
        self.rows.iter_mut().for_each(|row| _ = row.pop());
    }

    /// Returns the columns that fit into this number of characters. Keys come first, then g and h, the parent, and the
    /// others.
    pub(super) fn that_fit(&self, letters: usize) -> Vec<usize> {
        let all = self.names.len();
        let has_parent = self.names.last().is_some_and(|name| name == "parent");
        let others = all - self.keys - usize::from(has_parent);
        let wanted = (0..self.keys)
            .chain(self.g_and_h())
            .chain(has_parent.then(|| all - 1))
            .chain(self.keys..self.keys + others);
        let (mut shown, mut room) = (Vec::new(), letters);
        for k in wanted {
            let needs = self.widths.get(k).copied().unwrap_or(0) + 2;
            if !shown.contains(&k) && needs <= room {
                room -= needs;
                shown.push(k);
            }
        }
        shown.sort_unstable();
        shown
    }

    /// Returns the columns of g and h, if the entries have them.
    fn g_and_h(&self) -> impl Iterator<Item = usize> + '_ {
        ["g", "h"].into_iter().filter_map(|name| self.names.iter().position(|own| own == name))
    }

    /// Describes what is equal at the top, and what the current rule does about it.
    pub(super) fn note(&self, order: &[&str]) -> String {
        let named = |key: &str| key.trim_start_matches('-').to_owned();
        let first = order.first().map_or_else(|| self.names.first().cloned().unwrap_or_default(), |key| named(key));
        let first = if first.is_empty() { "the first key".to_owned() } else { first };
        let newest = order.contains(&"-#");
        if self.equal > 1 {
            let keys: Vec<String> = order.iter().filter(|key| !key.ends_with('#')).map(|key| named(key)).collect();
            let by = if keys.is_empty() { "all keys".to_owned() } else { keys.join(" and ") };
            let next = if newest { "later" } else { "earlier" };
            return format!("= {} are equal in {by}: a tie. The one added {next} is next.", self.equal);
        }
        if self.first > 1 {
            let rule = match order.get(1).copied() {
                Some("#") | None => "the one added earlier is next".to_owned(),
                Some("-#") => "the one added later is next".to_owned(),
                Some(key) if key.starts_with('-') => format!("higher {} decides", named(key)),
                Some(key) => format!("lower {} decides", named(key)),
            };
            return format!("{} share {first}; {rule}: no tie.", self.first);
        }
        "No tie at the top.".into()
    }
}
