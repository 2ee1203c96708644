//! The texts of the guide, which the menu Help shows, and the loggers that it offers to copy.
//!
//! A program for a desktop holds them. A page fetches the text of a page of the guide when it is first shown.

use crate::debugger::session::window::HelpPage;

/// A logger: a file that a user copies into a program of their own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LoggerFile {
    /// Name of the language.
    pub language: &'static str,
    /// Name of the file.
    pub name: &'static str,
    /// Content of the file.
    pub text: &'static str,
}

/// The texts of the guide.
#[derive(Clone, Default)]
pub struct Guide {
    /// Pages in Markdown. A page that cannot be fetched has the reason instead.
    pub pages: Vec<(HelpPage, Result<String, String>)>,
    /// The loggers.
    pub loggers: &'static [LoggerFile],
    /// The page that is shown and has no text yet, and the pages that were requested.
    wanted: Option<HelpPage>,
    requested: Vec<HelpPage>,
}

impl Guide {
    /// Creates a guide of these texts.
    pub fn new(pages: Vec<(HelpPage, Result<String, String>)>, loggers: &'static [LoggerFile]) -> Self {
        Self { pages, loggers, ..Self::default() }
    }

    /// Requests the text of a page that is shown.
    pub(crate) fn want(&mut self, page: HelpPage) {
        self.wanted = Some(page);
    }

    /// Returns the page whose text is to be fetched. Each is returned once.
    pub(crate) fn next_request(&mut self) -> Option<HelpPage> {
        let page = self.wanted.take().filter(|page| !self.requested.contains(page))?;
        self.requested.push(page);
        Some(page)
    }

    /// Returns the text of a page, or why there is none. Returns `None` if it has not been fetched.
    pub(crate) fn text(&self, page: HelpPage) -> Option<&Result<String, String>> {
        self.pages.iter().find(|(own, _)| *own == page).map(|(_, text)| text)
    }
}

/// Returns the page of the guide that a link in another page names, such as `../docs/log-format.md#events`.
pub(crate) fn linked(target: &str) -> Option<HelpPage> {
    let path = target.split('#').next()?.strip_suffix(".md")?;
    let name = |path: &str| path.rsplit('/').next().unwrap_or_default().to_owned();
    let file = name(path);
    // Both README.md are about programs of the user's own.
    HelpPage::ALL.into_iter().find(|page| !file.is_empty() && name(page.path()) == file)
}

/// Returns the Markdown of a page as the window shows it. Links to other pages of the guide get addresses that
/// [`address`] knows; links to other files become plain text.
pub(crate) fn with_links(text: &str) -> String {
    let (mut out, mut rest) = (String::with_capacity(text.len()), text);
    while let Some(middle) = rest.find("](") {
        let (before, after) = rest.split_at(middle);
        let Some((target, tail)) = after[2..].split_once(')') else { break };
        let open = before.rfind('[').filter(|_| !target.contains(char::is_whitespace));
        match open {
            None => out.extend([before, "](", target, ")"]),
            Some(_) if target.starts_with("http") => out.extend([before, "](", target, ")"]),
            Some(open) => {
                let (lead, words) = (&before[..open], &before[open + 1..]);
                let lead = lead.strip_suffix('!').unwrap_or(lead);
                match linked(target) {
                    Some(page) => out.extend([lead, "[", words, "](", &address(page), ")"]),
                    None => out.extend([lead, words]),
                }
            }
        }
        rest = tail;
    }
    out.push_str(rest);
    out
}

/// Returns the target of a link to a page of the guide. No web page has such an address.
pub(crate) fn address(page: HelpPage) -> String {
    format!("help:{}", page.path())
}
