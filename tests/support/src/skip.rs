//! Checks that need something from outside the repository, and what happens if it is missing.

/// Reports that `what` is missing, so a test could not check something. Fails if `GRIDSCOPE_REQUIRE` names it, or is `all`: a
/// list such as `python3,node,movingai`.
pub fn skip(what: &str, why: &str) {
    let required = std::env::var("GRIDSCOPE_REQUIRE").unwrap_or_default();
    let is_required = required.split(',').any(|name| name == "all" || name == what);
    assert!(!is_required, "GRIDSCOPE_REQUIRE asks for {what}: {why}");
    println!("skipped: {why}");
}
