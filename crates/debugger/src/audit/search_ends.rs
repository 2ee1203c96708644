//! Where a search begins and ends: findings that depend on its end, and those that are reported once per search.

use super::judge::Judge;
use super::search::{Search, Worst};
use super::{Finding, Rule};
use crate::formats::log::EventList;

impl Judge<'_> {
    /// Ends the current search and begins the next one at an event.
    pub(super) async fn begin_search(&mut self, next: Search, index: usize, events: &EventList) {
        self.end_search(events).await;
        self.search = Search { begins: index, ..next };
    }

    /// Adds the findings that are reported once per search, and those that depend on how the search ended.
    pub(super) async fn end_search(&mut self, events: &EventList) {
        self.judge_h(events).await;
        let search = &mut self.search;
        if search.result.as_deref().is_none_or(|result| result == "found") {
            self.found.append(&mut search.if_found);
        }
        if let (Some("found"), Some(event)) = (search.result.as_deref(), search.empty_path) {
            let sentence = "The log says that the goal was found, but the path has no cells.".into();
            self.found.push(Finding {
                line: events.line(event),
                event,
                rule: Rule::PathBroken,
                at: None,
                sentence,
                t: None,
            });
        }
        let mut worst: Vec<Worst> = search.worst.drain().map(|w| w.1).collect();
        worst.sort_by_key(|w| (w.finding.line, w.finding.rule));
        for Worst { mut finding, count, .. } in worst {
            if count > 1 {
                let other =
                    if count == 2 { "there is one more".into() } else { format!("there are {} more", count - 1) };
                finding.sentence = format!("{} In this search {other}.", finding.sentence);
            }
            self.found.push(finding);
        }
    }

    /// Records a fault that is reported once per search.
    pub(super) fn worst(&mut self, by: f64, finding: Finding) {
        let rule = finding.rule;
        match self.search.worst.get_mut(&rule) {
            None => _ = self.search.worst.insert(rule, Worst { finding, by, count: 1 }),
            Some(known) => {
                known.count += 1;
                if by > known.by {
                    (known.by, known.finding) = (by, finding);
                }
            }
        }
    }
}
