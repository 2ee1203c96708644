//! Names that Windows keeps for devices. It makes no file of such a name, whatever its ending.

/// Returns whether Windows takes a file name for a device: `con`, `NUL.txt`, `com1.scene.json`.
pub fn is_device_name(name: &str) -> bool {
    let stem = name.split(['.', ':']).next().unwrap_or_default().trim_end_matches(' ').to_ascii_lowercase();
    let is_port = |digit: &str| matches!(digit, "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "¹" | "²" | "³");
    matches!(stem.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$")
        || ["com", "lpt"].iter().any(|port| stem.strip_prefix(port).is_some_and(is_port))
}
