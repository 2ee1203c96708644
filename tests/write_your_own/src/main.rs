//! Prints the program of a step of docs/write-your-own.md: `cargo run -p gridscope-steps 4`.

mod step;

use std::process::ExitCode;

fn main() -> ExitCode {
    let number = std::env::args().nth(1).and_then(|number| number.parse().ok());
    let Some(number) = number.filter(|number| (1..=step::LAST).contains(number)) else {
        eprintln!("expected the number of a step, from 1 to {}", step::LAST);
        return ExitCode::from(2);
    };
    print!("{}", step::program(number));
    ExitCode::SUCCESS
}
