//! Columns of whole numbers as bytes: each number takes seven bits per byte, the lowest first.
//!
//! A column starts with twice its length, plus 1 if each number is the difference from the one before it. Negative
//! numbers are odd: −1 is 1, −2 is 3; 1 is 2.

use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use std::io::{self, Write};

/// Appends a number of 0 or more.
pub(super) fn write_varint(out: &mut Vec<u8>, mut number: u64) {
    while number > 127 {
        out.push(number as u8 | 128);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Appends a column, either as it is or as differences, whichever packs better.
///
/// # Errors
/// Returns an error if packing fails.
pub(super) fn put_column(out: &mut Vec<u8>, numbers: &[i32]) -> io::Result<()> {
    let plain = column(numbers, false);
    let differences = column(numbers, true);
    let shorter = if packed_size(&differences)? < packed_size(&plain)? { differences } else { plain };
    out.extend_from_slice(&shorter);
    Ok(())
}

fn column(numbers: &[i32], differences: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(numbers.len() + 4);
    write_varint(&mut out, numbers.len() as u64 * 2 + u64::from(differences));
    let mut last = 0;
    for &number in numbers {
        let number = i64::from(number);
        let stored_number = if differences { number - last } else { number };
        write_varint(
            &mut out,
            if stored_number < 0 { stored_number.unsigned_abs() * 2 - 1 } else { stored_number.unsigned_abs() * 2 },
        );
        last = number;
    }
    out
}

fn packed_size(bytes: &[u8]) -> io::Result<usize> {
    let mut packer = DeflateEncoder::new(Vec::new(), Compression::default());
    packer.write_all(bytes)?;
    Ok(packer.finish()?.len())
}

/// Packs bytes with gzip. The header has no time and no name, so the result depends only on the bytes.
///
/// # Errors
/// Returns an error if packing fails.
pub(super) fn gzip(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(bytes)?;
    packer.finish()
}
