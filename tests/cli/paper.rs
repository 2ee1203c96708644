//! Files for paper: PDF with text and vectors, `TikZ`, and sheets that a browser prints.
#![cfg(feature = "gui")]

use crate::program::{gridscope, says, text};
use std::io::Read as _;

/// Renders into a file and returns its bytes.
fn rendered(scene: &str, name: &str, more: &[&str]) -> Vec<u8> {
    let folder = tempfile::tempdir().unwrap();
    let to = folder.path().join(name);
    let out = gridscope(&[&["render", scene, "-o", to.to_str().unwrap()], more].concat());
    assert_eq!(out.status.code(), Some(0), "{more:?}: {}", text(&out.stderr));
    std::fs::read(to).unwrap()
}

fn count(bytes: &[u8], what: &[u8]) -> usize {
    bytes.windows(what.len()).filter(|window| *window == what).count()
}

/// Returns the unpacked streams of a PDF that hold drawing commands.
fn drawings(pdf: &[u8]) -> Vec<String> {
    let starts = (0..pdf.len()).filter(|&at| pdf[at..].starts_with(b">>\nstream\n")).map(|at| at + 10);
    let unpacked = starts.filter_map(|at| {
        let mut all = String::new();
        flate2::read::ZlibDecoder::new(&pdf[at..]).read_to_string(&mut all).ok().map(|_| all)
    });
    unpacked.filter(|text| text.contains(" l\n")).collect()
}

#[test]
fn pdf_has_text_and_vectors_and_no_dates() {
    let pdf = rendered("secret-door", "a.pdf", &["--at", "9"]);
    assert!(pdf.starts_with(b"%PDF-1.7"));
    assert!(pdf == rendered("secret-door", "a.pdf", &["--at", "9"]), "the same bytes twice");
    assert_eq!(count(&pdf, b"/Subtype/Image"), 0, "no pixels");
    assert!(count(&pdf, b"/ToUnicode") > 0 && count(&pdf, b"/FontFile2") > 0, "text in fonts that are embedded");
    assert_eq!(count(&pdf, b"Date"), 0, "no dates");
    let drawn = drawings(&pdf).concat();
    assert!(drawn.contains(" l\nh\n") && drawn.contains(" c\n") && drawn.contains("TJ"), "{drawn}");
    assert!(pdf != rendered("secret-door", "a.pdf", &["--at", "9", "--theme", "dark"]), "light is usual on paper");
    assert!(rendered("secret-door", "a.pdf", &["--card"]).starts_with(b"%PDF-1.7"));
}

#[test]
fn handout_pages_are_in_one_file() {
    let pages = |pdf: &[u8]| count(pdf, b"/Type/Page/");
    let pdf = rendered("cave-96x64", "a.pdf", &["--handout"]);
    assert!(pages(&pdf) > 40, "{}", pages(&pdf));
    assert_eq!(count(&pdf, b"/MediaBox[0 0 595"), pages(&pdf), "A4");
    let html = rendered("cave-96x64", "a.html", &["--handout"]);
    let html = text(&html);
    assert!(html.contains("@page { size: 210mm 297mm; margin: 0 }"));
    assert_eq!(html.matches("<svg ").count(), pages(&pdf));
    says(&["render", "secret-door", "--card", "-o", "x.tex"], "", &["a card", ".pdf"]);
}

#[test]
fn tikz_groups_are_balanced_and_text_is_escaped() {
    let figure = rendered("secret-door", "a.tex", &["--at", "9", "--sentence"]);
    let figure = text(&figure);
    assert_eq!(figure, text(&rendered("secret-door", "a.tikz", &["--at", "9", "--sentence"])));
    assert!(figure.starts_with("% ") && figure.trim_end().ends_with("\\end{tikzpicture}%"), "{figure}");
    for name in ["tikzpicture", "scope"] {
        let count = |what: &str| figure.matches(&format!("\\{what}{{{name}}}")).count();
        assert_eq!(count("begin"), count("end"), "{name}");
    }
    let code: Vec<&str> = figure.lines().filter(|line| !line.starts_with('%')).collect();
    for line in &code {
        let plain = line.replace("\\{", "").replace("\\}", "");
        assert_eq!(plain.matches('{').count(), plain.matches('}').count(), "{line}");
        assert!(line.is_ascii(), "{line}");
    }
    for command in ["\\definecolor{gs0}{HTML}{", "\\path[fill=gs", "text=gs", "line width="] {
        assert!(code.iter().any(|line| line.starts_with(command) || line.contains(command)), "{command}");
    }
}

#[test]
fn class_pages_are_sheets_of_a4() {
    let folder = tempfile::tempdir().unwrap();
    let lesson = folder.path().join("into-the-pocket.scene.json");
    let class = folder.path().join("class");
    std::fs::create_dir(&class).unwrap();
    assert_eq!(gridscope(&["convert", "into-the-pocket", lesson.to_str().unwrap()]).status.code(), Some(0));
    for name in ["ann.json", "bob.json"] {
        std::fs::copy(&lesson, class.join(name)).unwrap();
    }
    let to = folder.path().join("class.pdf");
    let args = ["grade", class.to_str().unwrap(), "--exercise", "into-the-pocket", "--pdf", to.to_str().unwrap()];
    let out = gridscope(&args);
    assert_eq!(out.status.code(), Some(1), "{}", text(&out.stderr));
    let pdf = std::fs::read(&to).unwrap();
    // The table, and the pages of each submission.
    assert!(count(&pdf, b"/Type/Page/") >= 3 && count(&pdf, b"/MediaBox[0 0 595") >= 3);
}

/// The page has the points of the table: a mark for each pair, and lines through the others.
#[test]
fn plots_of_an_experiment_are_vectors() {
    let folder = tempfile::tempdir().unwrap();
    let plotted = |name: &str, more: &[&str]| {
        let to = folder.path().join(name);
        let args =
            ["experiment", "counter-example", "--set", "samples=30", "--samples", "12", "--plot", to.to_str().unwrap()];
        let out = gridscope(&[&args[..], more].concat());
        assert_eq!(out.status.code(), Some(0), "{}", text(&out.stderr));
        std::fs::read(to).unwrap()
    };
    let sweep = ["--sweep", "samples=10,20", "--measure", "rules.parents.counts.len"];
    let svg = plotted("a.svg", &sweep);
    assert!(svg == plotted("a.svg", &[&sweep[..], &["--jobs", "1"]].concat()), "the same bytes for any jobs");
    let svg = text(&svg).to_owned();
    for words in ["samples 10", "samples 20", "share of the runs that succeeded", "rules.parents.counts.len"] {
        assert!(svg.contains(words), "{words}: {svg}");
    }
    // Two curves each of cactus and success, two samples of their lines, and the diagonal.
    assert_eq!(svg.matches("<polyline ").count(), 7, "{svg}");
    assert!(svg.matches("<circle ").count() >= 2, "{svg}");
    let pdf = plotted("a.pdf", &sweep);
    assert!(pdf.starts_with(b"%PDF-1.7") && count(&pdf, b"/Type/Page/") == 1 && count(&pdf, b"/Subtype/Image") == 0);
    says(&["experiment", "hello", "--plot", "x.png"], "", &["x.png", ".svg or .pdf"]);
    says(&["experiment", "hello", "--plot", "x.svg", "--measure", "price"], "", &["price", "expanded"]);
}

#[test]
fn converting_to_a_picture_names_render() {
    for name in ["x.svg", "x.pdf", "x.gif", "x.tex", "x.html"] {
        let advice = format!("gridscope render IN -o {name}");
        says(&["convert", "hello", name], "", &[name, "no format of maps", &advice]);
    }
    says(&["convert", "hello", "-", "--to", "svg"], "", &["gridscope render IN -o FILE.svg"]);
}
