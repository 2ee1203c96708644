//! `grade`: rows for submissions of every kind, and what course systems read. Searches in Python are in python/tests.

use crate::program::{gridscope, ok, says, text};
use gridscope::debugger::grade::further_maps;
use gridscope::trace::{Cell, Weight};
use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::Output;

/// The log of a search along a corridor of three cells.
const LOG: &str = r#"{"format":"gridscope-trace","version":2,"map":["..."],"start":[0,0],"goal":[2,0],"neighbours":4,"costs":{"straight":1},"order":["g"]}
{"event":"open","at":[0,0],"g":0}
{"event":"expand","at":[0,0],"g":0}
{"event":"open","at":[1,0],"from":[0,0],"g":1}
{"event":"expand","at":[1,0],"g":1}
{"event":"open","at":[2,0],"from":[1,0],"g":2}
{"event":"expand","at":[2,0],"g":2,"line":7}
{"event":"path","cells":[[0,0],[1,0],[2,0]],"cost":2}
"#;

fn grade(folder: &Path, args: &[&str]) -> Output {
    let place = |arg: &&str| arg.replace("DIR", folder.to_str().expect("a path"));
    let args: Vec<String> = ["grade"].iter().chain(args).map(place).collect();
    gridscope(&args.iter().map(String::as_str).collect::<Vec<_>>())
}

fn file(folder: &Path, name: &str, text: &str) {
    let path = folder.join(name);
    fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    fs::write(path, text).expect("written");
}

/// Returns the attributes of all elements of a name, in order. Fails if the file is no XML.
fn elements(xml: &str, name: &str) -> Vec<BTreeMap<String, String>> {
    let mut reader = Reader::from_str(xml);
    let mut found = Vec::new();
    loop {
        match reader.read_event().expect("XML") {
            Event::Start(element) | Event::Empty(element) if element.name().as_ref() == name.as_bytes() => {
                let pair = |a: quick_xml::events::attributes::Attribute<'_>| {
                    let value = a.normalized_value(XmlVersion::Explicit1_0).expect("a value").into_owned();
                    (text(a.key.as_ref()).to_owned(), value)
                };
                found.push(element.attributes().map(|a| pair(a.expect("an attribute"))).collect());
            }
            Event::Eof => return found,
            _ => {}
        }
    }
}

#[cfg(unix)]
#[test]
fn hostile_submissions_are_harmless_in_output() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    file(at, "map.txt", "...\n");
    // Windows makes no file of this name.
    file(at, "class/con.jsonl", LOG);
    file(at, "class/=1+2.jsonl", &LOG.replace(r#""cost":2}"#, r#""cost":5}"#));
    file(at, "class/<script>alert(1)<.jsonl", "{\"event\": \"<img src=x onerror=alert(1)>\"\n");
    file(at, "class/a$(touch pwned)'; touch pwned;'.jsonl", LOG);
    file(at, "class/Zoe & Co/index.jsonl", &LOG.replace("[1,0],[2,0]]", "[2,0]]"));
    std::os::unix::fs::symlink("/etc/passwd", at.join("class/link.jsonl")).expect("a link");
    let args = [
        "DIR/class",
        "--with",
        "cat {file}",
        "--map",
        "DIR/map.txt",
        "--start",
        "0,0",
        "--goal",
        "2,0",
        "--also",
        "0",
        "--csv",
        "DIR/marks.csv",
        "--junit",
        "DIR/marks.xml",
        "--gradescope",
        "DIR/results.json",
        "--html",
        "DIR/page",
    ];
    let process = grade(at, &args);
    assert_eq!(process.status.code(), Some(1), "{}", text(&process.stderr));
    assert!(text(&process.stdout).contains("\nFive submissions, two without a fault\n"), "{}", text(&process.stdout));
    assert!(!at.join("pwned").exists() && !Path::new("pwned").exists(), "a name was a command");

    let rows = fs::read(at.join("marks.csv")).expect("the table");
    let mut table = csv::Reader::from_reader(&rows[..]);
    assert_eq!(table.headers().expect("headers").get(0), Some("student"), "course systems look for the names first");
    let rows: Vec<csv::StringRecord> = table.records().map(|row| row.expect("a row")).collect();
    assert_eq!(rows.len(), 5);
    let is_formula = |cell: &str| cell.starts_with(['=', '+', '-', '@']);
    assert!(rows.iter().flatten().all(|cell| !is_formula(cell)), "{rows:?}");
    assert!(
        rows.iter().any(|row| &row[0] == "'=1+2" && &row[2] == "The stated cost is not that of the path"),
        "{rows:?}"
    );
    assert!(rows.iter().any(|row| &row[0] == "Zoe & Co" && &row[2] == "The path is broken"), "{rows:?}");

    let xml = fs::read_to_string(at.join("marks.xml")).expect("the tests");
    let (suites, suite, cases) =
        (elements(&xml, "testsuites"), elements(&xml, "testsuite"), elements(&xml, "testcase"));
    assert_eq!((suites.len(), suite.len(), cases.len()), (1, 5, 25));
    let sum = |key: &str| suite.iter().map(|suite| suite[key].parse::<usize>().expect("a number")).sum::<usize>();
    assert_eq!((sum("tests"), sum("failures")), (25, elements(&xml, "failure").len()));
    assert_eq!(sum("skipped"), elements(&xml, "skipped").len());
    assert!(cases.iter().all(|case| ["classname", "name", "time"].iter().all(|key| case.contains_key(*key))), "{xml}");
    assert!(elements(&xml, "failure").iter().all(|failure| failure.contains_key("message")), "{xml}");

    let results: Value = serde_json::from_slice(&fs::read(at.join("results.json")).expect("results")).expect("JSON");
    let tests = results["tests"].as_array().expect("tests");
    assert_eq!(tests.len(), 25);
    for test in tests {
        let is_text = |key: &str| test[key].is_string();
        assert!(["name", "number", "output"].into_iter().all(is_text), "{test}");
        assert!(test["score"].as_f64() <= test["max_score"].as_f64(), "{test}");
        assert!(["passed", "failed"].contains(&test["status"].as_str().expect("a status")), "{test}");
        assert_eq!((&test["output_format"], &test["visibility"]), (&"text".into(), &"visible".into()), "{test}");
    }

    let mut pages = 0;
    for page in fs::read_dir(at.join("page")).expect("pages") {
        let path = page.expect("a page").path();
        let page = fs::read_to_string(&path).expect("text");
        assert!(gridscope::formats::is_ours(page.as_bytes()), "{}: another run may replace it", path.display());
        assert!(!page.contains("<img") && !page.contains("<script>alert"), "{}", path.display());
        assert!(!page.contains("http://") && !page.contains("https://"), "{} loads nothing", path.display());
        pages += usize::from(!path.to_str().expect("a name").ends_with(".player.html"));
    }
    assert_eq!(pages, 6, "the table, and a page for each submission");
    assert!(at.join("page/submission-con.jsonl.html").is_file());
    let index = fs::read_to_string(at.join("page/index.html")).expect("the table");
    assert!(index.contains(r#"href="../marks.xml""#) && index.contains("&lt;script&gt;alert(1)&lt;.jsonl"), "{index}");
    assert!(!index.contains("/etc/passwd") && !index.contains("link.jsonl"), "a link is no submission");
    let page = fs::read_to_string(at.join("page/1-2.jsonl.html")).expect("a page");
    assert!(page.contains(r#"src="1-2.jsonl.player.html""#) && page.contains(r#"id="L7""#), "{page}");
}

#[cfg(unix)]
#[test]
fn endless_program_is_graded_and_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path();
    file(at, "map.txt", "...\n");
    file(at, "class/endless", &format!("echo $$ > {}/pid; sleep 1000 & sleep 1000", at.display()));
    file(at, "class/good", &format!("cat <<'EOF'\n{LOG}EOF\n"));
    file(at, "class/wrong", "exit 3");
    let args = ["DIR/class", "--with", "sh {file}", "--map", "DIR/map.txt", "--also", "3", "--timeout", "0.3"];
    let process = grade(at, &args);
    let rows = text(&process.stdout);
    assert!(rows.contains("endless  ✓ ✕ – – –     2 of 8  Takes too long\n"), "{rows}");
    assert!(rows.contains("wrong    ✕ – – – –     0 of 8  Does not load\n"), "{rows}");
    let group = fs::read_to_string(at.join("pid")).expect("it ran");
    let alive = std::process::Command::new("kill").args(["-0", "--", &format!("-{}", group.trim())]).output();
    assert!(!alive.expect("kill").status.success(), "its process group is gone");
}

#[test]
fn scene_files_are_graded_by_a_lessons_exercise() {
    let folder = tempfile::tempdir().expect("a folder");
    let solved = fs::read_to_string("tests/data/grade/solved.scene.json").expect("a scene");
    file(folder.path(), "anna.scene.json", &solved);
    file(folder.path(), "ben.scene.json", &solved.replace("\"seed\": 38", "\"seed\": 1"));
    // An exercise of the file's own does not count.
    let own = r#""exercise": { "say": "", "done": ["outcome dead_ends >= 0"] }, "seed": 1"#;
    file(folder.path(), "carl.scene.json", &solved.replace("\"seed\": 38", own));
    file(folder.path(), "dora.scene.json", "{");
    file(folder.path(), "notes.txt", "no scene");
    let process = grade(folder.path(), &["DIR", "--exercise", "three-mazes", "--points", "solved=8,runs=0"]);
    assert_eq!(process.status.code(), Some(1), "{}", text(&process.stderr));
    let rows: Vec<&str> = text(&process.stdout).lines().take(4).collect();
    assert_eq!(
        rows,
        [
            "anna.scene.json  ✓ ✓ ✓     9 of 9  Solved",
            "ben.scene.json   ✓ ✓ ✕     1 of 9  Not solved: 3 of 4 conditions hold",
            "carl.scene.json  ✓ ✓ ✕     1 of 9  Not solved: 3 of 4 conditions hold",
            "dora.scene.json  ✕ – –     0 of 9  The file cannot be read",
        ]
    );
    let one = ok(&["grade", "tests/data/grade/solved.scene.json", "--exercise", "three-mazes"]);
    assert!(one.contains("\nOne submission, one without a fault\n"), "{one}");
    let cut = gridscope(&["grade", "tests/data/grade/solved.scene.json", "--exercise", "three-mazes", "--events", "9"]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(text(&cut.stdout).contains("  The run is longer than the budget\n"), "{}", text(&cut.stdout));
}

#[test]
fn ungradable_arguments_are_refused_in_one_sentence() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = folder.path().to_str().expect("a path");
    file(folder.path(), "s.py", "def search(rows, start, goal): return None\n");
    let s = folder.path().join("s.py").display().to_string();
    let python = ["--search", "search", "--map", "hello"];
    let more = |first: &str, args: &[&str]| -> Vec<String> {
        ["grade", first].iter().chain(&python).chain(args).map(|&arg| arg.to_owned()).collect()
    };
    let cases: [(Vec<String>, &[&str]); 7] = [
        (more("/no/such/folder", &[]), &["/no/such/folder"]),
        (more(at, &["--points", "1,2"]), &["--points", "loads, returns, path, cheapest, way"]),
        (more(at, &["--points", "cheap=2"]), &["--points", "cheap=2"]),
        (more(at, &["--points", "way=-1"]), &["--points", "way=-1", "from 0"]),
        (more(at, &["--rules", "neighbours"]), &["--rules neighbours", "neighbours=8"]),
        (more(at, &["--csv", &s]), &["s.py", "the input file"]),
        (more(at, &["--junit", "/no/such/folder/a.xml"]), &["/no/such/folder/a.xml", "folder"]),
    ];
    for (args, words) in cases {
        says(&args.iter().map(String::as_str).collect::<Vec<_>>(), "", words);
    }
    says(&["grade", at], "", &["--search", "--map"]);
    says(&["grade", "tests/data/grade", "--exercise", "hello"], "", &["hello", "no exercise"]);
    says(&["grade", "tests/data/grade", "--search", "s", "--map", "hello"], "", &["there is no submission", ".py"]);
    let process = std::process::Command::new(env!("CARGO_BIN_EXE_gridscope"))
        .args(["grade", at, "--search", "search", "--map", "hello"])
        .env("GRIDSCOPE_PYTHON", "/no/such/python")
        .output()
        .expect("it runs");
    let error = text(&process.stderr);
    assert!(process.status.code() == Some(2) && error.contains("the Python package gridscope"), "{error}");
}

/// A program and a search in Python meet the same shapes, except for those that need prices or blocked ends.
#[test]
fn shaped_maps_match_the_python_package() {
    let python = fs::read_to_string("python/gridscope/_trials.py").expect("the package");
    let (_, rest) = python.split_once("SHAPES = (").expect("the shapes");
    let (shapes, _) = rest.split_once("\n)").expect("their end");
    let mut listed: Vec<String> = shapes.split('"').skip(1).step_by(2).map(str::to_owned).collect();
    listed.retain(|shape| {
        shape.contains('S') && shape.contains('G') && !shape.contains(|c: char| "sgB".contains(c) || c.is_ascii_digit())
    });
    let open = |width: usize| format!("S{0}/{1}/{1}/{0}G", ".".repeat(width - 1), ".".repeat(width));
    listed.extend((4..10).map(open));
    let maps = further_maps(&corridor(), 100, 1);
    assert_eq!(maps.len(), 100);
    let drawn = |scene: &gridscope::trace::Scene| {
        let at = |index: usize| scene.actors[index].at;
        let glyph = |cell| match cell {
            _ if cell == at(0) => 'S',
            _ if cell == at(1) => 'G',
            _ if scene.tiles[cell] == gridscope::trace::Tile::Wall => '#',
            _ => '.',
        };
        let size = scene.size();
        let row = |y| (0..size.width).map(|x| glyph(gridscope::trace::Cell::new(x, y))).collect::<String>();
        (0..size.height).map(row).collect::<Vec<_>>().join("/")
    };
    let mut made: Vec<String> = maps.iter().map(drawn).take(listed.len()).collect();
    made.sort();
    listed.sort();
    assert_eq!(made, listed);
    assert!(maps.iter().all(|scene| scene.weights.is_none()));
    let again = further_maps(&maps[0], 100, 1);
    assert_eq!(again.iter().map(drawn).collect::<Vec<_>>(), maps.iter().map(drawn).collect::<Vec<_>>());
    assert_ne!(further_maps(&maps[0], 100, 2)[99].tiles, maps[99].tiles, "the seed chooses the random ones");
}

#[test]
fn further_maps_keep_the_given_weights() {
    let mut like = corridor();
    like.set_weights([
        (Cell::new(1, 0), Weight::new(3, 2).expect("1.5")),
        (Cell::new(2, 0), Weight::new(300, 1).expect("300")),
    ]);
    let maps = further_maps(&like, 100, 1);
    let all = maps.iter().flat_map(|scene| scene.size().cells().filter_map(|cell| scene.weight(cell)));
    let mut values: Vec<f64> = all.map(Weight::value).collect();
    values.sort_by(f64::total_cmp);
    values.dedup();
    assert_eq!(values, [1.5, 300.0]);
    let without = maps.iter().filter(|scene| scene.weights.is_none()).count();
    assert!((34..40).contains(&without), "{without} have none");
}

fn corridor() -> gridscope::trace::Scene {
    let opened = gridscope::formats::read_bytes("map.txt", b"@..G\n", &gridscope::formats::Options::default());
    opened.expect("a map").scene
}
