//! Prints a digest of every run of every lesson, and of maps of every generator: with `| diff - tests/net/digests.txt` it
//! says whether this machine, this compiler and these settings give the same traces to the last bit.

#[path = "../../../tests/net/digest.rs"]
mod digest;

fn main() -> Result<(), String> {
    for line in digest::all()? {
        println!("{line}");
    }
    Ok(())
}
