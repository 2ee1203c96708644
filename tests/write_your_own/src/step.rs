//! Makes the program of each step from `step11.rs`.
//!
//! A line that ends with `// step 4`, or is between `// step 4 {` and `// }`, is there from step 4 on. What follows
//! `// step 4-6:` is there in these steps only.

/// Number of the last step.
pub(crate) const LAST: u32 = 11;

/// Returns the program of a step.
pub(crate) fn program(step: u32) -> String {
    let number = |text: &str| text.parse::<u32>().expect("the number of a step");
    let (mut program, mut blocks) = (String::new(), Vec::new());
    for line in include_str!("../step11.rs").lines() {
        let (code, mark) = line.split_once("// step ").unwrap_or((line, "1"));
        let (line, steps) = match (mark.split_once(": "), mark.strip_suffix(" {")) {
            (Some((range, old)), _) => {
                let (first, last) = range.split_once('-').expect("the first and last step of a line");
                (format!("{code}{old}"), number(first)..=number(last))
            }
            (None, Some(from)) => {
                blocks.push(number(from));
                continue;
            }
            (None, None) if code.trim() == "// }" => {
                blocks.pop();
                continue;
            }
            (None, None) => (code.trim_end().to_owned(), number(mark)..=LAST),
        };
        if steps.contains(&step) && blocks.iter().all(|&from| step >= from) {
            program += &line;
            program.push('\n');
        }
    }
    program.replacen(&format!("Step {LAST}"), &format!("Step {step}"), 1)
}
