//! What the slides of the lessons on A*, ties and searches say.

use super::{Claim, So};
use crate::claims;

pub const CLAIMS: &[Claim] = claims! {
    "hello" {
        1 "Only the start waits, so it is popped: g = 0, and h = 48" => So::Holds("g = 0 and h = 48");
        2 "(4,3)" => So::Holds("at 4,3");
    }
};
