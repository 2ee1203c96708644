//! Names of files that only some systems take.

use gridscope::formats::file_name::is_device_name;

#[test]
fn names_of_windows_devices_are_recognised() {
    for name in
        ["con", "NUL", "aux.txt", "Prn.scene.json", "com1.png", "LPT9", "com².csv", "con .txt", "nul:stream", "CONIN$"]
    {
        assert!(is_device_name(name), "{name}");
    }
    for name in ["", "console", "con-map.txt", "com.txt", "com0", "com10.csv", "lpt", "my con.txt", ".nul", "nul-1.svg"]
    {
        assert!(!is_device_name(name), "{name}");
    }
}
