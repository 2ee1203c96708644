//! The address at which the site of gridscope is published: the setting `GRIDSCOPE_SITE` of the build, or of the
//! environment, which comes first. Without one there is no address, and nothing links to the site.

use super::address::lesson;
use crate::export::page::is_page_address;
use gridscope_trace::Scene;

/// Returns the address of the site, with a slash at its end.
pub fn site() -> Option<String> {
    let named = std::env::var("GRIDSCOPE_SITE").ok();
    let named =
        named.or_else(|| option_env!("GRIDSCOPE_SITE").map(str::to_owned)).filter(|name| is_page_address(name))?;
    Some(format!("{}/", named.trim_end_matches('/')))
}

/// Returns the address of the page with the program.
pub fn program_page() -> Option<String> {
    site().map(|site| site + "app/")
}

/// Returns the address for readers on paper, without `https://`: that of the lesson that a scene is, or of the site.
pub fn printed_address(scene: &Scene) -> Option<String> {
    let site = site()?;
    let page = lesson(scene).map(|id| format!("l/{id}/")).unwrap_or_default();
    Some(format!("{}{page}", site.trim_start_matches("https://").trim_start_matches("http://")))
}
