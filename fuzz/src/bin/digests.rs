//! Prints a digest of every run of every lesson, and of maps of every generator. `| diff - tests/net/digests.txt` shows
//! whether this machine, compiler and settings give the same traces, bit for bit.

fn main() -> Result<(), String> {
    for line in support::digest::all()? {
        println!("{line}");
    }
    Ok(())
}
