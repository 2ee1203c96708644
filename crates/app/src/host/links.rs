//! Links in the text of a lesson. They open in the user's browser.

use crate::formats::plain::{is_web, sentence};
use crate::host;
use egui::{Context, OutputCommand};

/// Takes the addresses that were clicked in this frame from egui.
pub fn clicked(ctx: &Context) -> Vec<String> {
    let mut addresses = Vec::new();
    ctx.output_mut(|output| {
        output.commands.retain(|command| match command {
            OutputCommand::OpenUrl(open) => {
                addresses.push(open.url.clone());
                false
            }
            _ => true,
        });
    });
    addresses
}

/// Opens an address in the browser. A scene may have any author, so its notes can open web pages only, no files or
/// programs.
///
/// # Errors
/// Returns a sentence that names the address if it is no web address or cannot be opened.
pub fn follow(address: &str) -> Result<(), String> {
    if !is_web(address) {
        return Err(sentence(&format!(
            "{address}: is not opened; expected a link that begins with http:// or https://"
        )));
    }
    host::open_address(address)
}
