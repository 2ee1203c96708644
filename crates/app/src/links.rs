//! Links in the text of a lesson: they open in the user's browser.

use crate::formats::plain::{is_web, sentence};
use egui::{Context, OutputCommand};

/// The addresses that were clicked in this frame, taken from egui.
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

/// Opens an address in the browser. A scene may come from anybody, so its notes open pages and nothing else: no file,
/// no program.
///
/// # Errors
/// One sentence that names the address.
pub fn follow(address: &str) -> Result<(), String> {
    if !is_web(address) {
        return Err(sentence(&format!(
            "{address}: is not opened; expected a link that begins with http:// or https://"
        )));
    }
    open::that_detached(address).map_err(|e| format!("{address}: cannot be opened: {e}"))
}
