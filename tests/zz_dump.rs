use gridscope::core::trace::Control;
#[test]
fn dump() {
    for id in [
        "dungeon-dregs-before",
        "dungeon-dregs-after",
        "rings-on-water",
        "door-closes",
        "rooms-and-globe",
        "flee-with-goals",
    ] {
        let scene = gridscope::presets::find(id).unwrap().scene().unwrap();
        let mut r = gridscope::core::algorithms::record(&scene, &Control::default()).unwrap();
        println!("=== {id} {}", r.len());
        for i in 0..r.len() {
            let e = r.event(i);
            if id == "dungeon-dregs-before" && e.kind == "blocked" && e.sentence.contains("(4,8)") {
                println!("{:5} {}", i + 1, e.sentence);
            }
            if !["blocked", "kept", "expanded", "reached", "fled", "weighed", "requeued", "supported"].contains(&e.kind)
                || (id.starts_with("door") && ["supported", "requeued"].contains(&e.kind))
            {
                println!("{:5} {:9} {}", i + 1, e.kind, e.sentence);
            }
        }
        r.seek(usize::MAX);
        println!("{}", gridscope::core::view::picture::picture(&scene, &*r));
        for y in 0..r.size().height {
            let row: Vec<String> = (0..r.size().width)
                .map(|x| {
                    let c = gridscope::core::geometry::Cell::new(x, y);
                    r.value(0, c).map(|v| format!("{v:>3}")).unwrap_or("  .".into())
                })
                .collect();
            println!("{}", row.join(" "));
        }
        let o = r.outcome();
        println!("{} {} {} {}", o["levels"], o["reached"], o["waves"], o["prisoners"]);
    }
}
