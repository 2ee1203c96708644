//! The line that says how far reading a log is, while its beginning is shown.

use crate::debugger::SessionCommand;
use crate::formats::plain::thousands;
use crate::view::Cx;
use crate::view::notice_lines::{Answer, draw};
use egui::Ui;

/// Draws the line, with a button that stops reading.
pub(crate) fn show(ui: &mut Ui, cx: &mut Cx<'_>) {
    let Some(share) = cx.session.share_of_log_read() else { return };
    let events = cx.session.moment().1;
    let plural = if events == 1 { "" } else { "s" };
    let text =
        format!("The log is being read: {:.0} %. Shown so far: {} event{plural}.", share * 100.0, thousands(events));
    if let Some(Answer::Decline) = draw(ui, cx.view, "log being read", &text, (None, "Stop here")) {
        cx.send(SessionCommand::Cancel);
    }
}
