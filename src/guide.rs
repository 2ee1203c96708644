//! The texts of the guide that the window shows: pages of docs/, and the loggers to copy.

use crate::app::dialogs::guide::{Guide, LoggerFile};
use crate::debugger::session::window::HelpPage;

macro_rules! text {
    ($path:literal) => {
        include_str!(concat!("../", $path))
    };
}

/// Returns the text of a page.
const fn text(page: HelpPage) -> &'static str {
    match page {
        HelpPage::Course => text!("docs/course.md"),
        HelpPage::OwnProgram => text!("loggers/README.md"),
        HelpPage::LogFormat => text!("docs/log-format.md"),
        HelpPage::Formats => text!("docs/formats.md"),
        HelpPage::Python => text!("docs/python.md"),
        HelpPage::Experiments => text!("docs/experiments.md"),
        HelpPage::OwnAlgorithm => text!("docs/write-your-own.md"),
    }
}

/// The loggers.
const LOGGERS: [LoggerFile; 6] = [
    LoggerFile { language: "Python", name: "gridscope.py", text: text!("loggers/gridscope.py") },
    LoggerFile { language: "JavaScript", name: "gridscope.js", text: text!("loggers/gridscope.js") },
    LoggerFile { language: "C", name: "gridscope.h", text: text!("loggers/gridscope.h") },
    LoggerFile { language: "C#", name: "Gridscope.cs", text: text!("loggers/Gridscope.cs") },
    LoggerFile { language: "Lua", name: "gridscope.lua", text: text!("loggers/gridscope.lua") },
    LoggerFile { language: "GDScript", name: "gridscope.gd", text: text!("loggers/gridscope.gd") },
];

/// Returns all texts.
pub(crate) fn guide() -> Guide {
    Guide::new(HelpPage::ALL.map(|page| (page, Ok(text(page).to_owned()))).to_vec(), &LOGGERS)
}
