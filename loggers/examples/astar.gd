# A student's A* on a grid with eight neighbours, never past a corner. Lines marked "# log" are all that gridscope needs.
#
#     GRIDSCOPE=astar.trace.jsonl godot --headless --script astar.gd -- - < maze.txt
#
# Without the - it takes the map below. In a map # is wall, . floor, G the start and X the goal.
extends SceneTree

const Gridscope = preload("../gridscope.gd") # log
const MAP: Array[String] = ["##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
	"#..###.####..#", "#......#...X.#", "#....#.......#", "##############"]
const DIAGONAL := 1.4142135623730951

var rows: Array[String] = []


func inside(cell: Vector2i) -> bool:
	return cell.y >= 0 and cell.y < rows.size() and cell.x >= 0 and cell.x < rows[cell.y].length()


func is_free(x: int, y: int) -> bool:
	return inside(Vector2i(x, y)) and rows[y][x] in ".GX"


func octile(a: Vector2i, b: Vector2i) -> float:
	var d := (a - b).abs()
	return d.x + d.y + (DIAGONAL - 2) * mini(d.x, d.y)


func refused(here: Vector2i, step: Vector2i, cost: float, g: Dictionary, closed: Dictionary) -> String:
	var to := here + step
	if not is_free(to.x, to.y): return "wall"
	if step.x != 0 and step.y != 0 and not (is_free(to.x, here.y) and is_free(here.x, to.y)): return "corner"
	if closed.has(to): return "closed"
	if g.has(to) and cost >= g[to]: return "equal" if cost == g[to] else "dearer"
	return ""


func astar(start: Vector2i, goal: Vector2i) -> float:
	Gridscope.start(rows, start, goal, 8, "never", ["f", "#"], { "costs": { "straight": 1, "diagonal": DIAGONAL } }) # log
	var g := { start: 0.0 }
	var parent := {}
	var closed := {}
	var open := [{ "f": octile(start, goal), "cell": start }]
	Gridscope.open(start.x, start.y, null, 0, octile(start, goal)) # log
	while not open.is_empty():
		var best := 0 # if f is equal, the one pushed first
		for i in open.size():
			if open[i].f < open[best].f: best = i
		var here: Vector2i = open.pop_at(best).cell
		if closed.has(here): continue # a dearer entry that was left over
		closed[here] = true
		Gridscope.expand(here.x, here.y, g[here]) # log
		if here == goal:
			var path := [here]
			while parent.has(path[0]): path.push_front(parent[path[0]])
			Gridscope.path(path, g[goal]) # log
			Gridscope.done("found") # log
			return g[goal]
		for dy in [-1, 0, 1]:
			for dx in [-1, 0, 1]:
				var step := Vector2i(dx, dy)
				var to := here + step
				if step == Vector2i.ZERO or not inside(to): continue
				var cost: float = g[here] + (DIAGONAL if dx != 0 and dy != 0 else 1.0)
				var why := refused(here, step, cost, g, closed)
				if why != "":
					Gridscope.reject(to.x, to.y, here, why) # log
					continue
				g[to] = cost
				parent[to] = here
				open.push_back({ "f": cost + octile(to, goal), "cell": to })
				Gridscope.open(to.x, to.y, here, cost, octile(to, goal)) # log
	Gridscope.done("none") # log
	return -1.0


func find(glyph: String) -> Vector2i:
	for y in rows.size():
		if rows[y].contains(glyph): return Vector2i(rows[y].find(glyph), y)
	return Vector2i(-1, -1)


func _init() -> void:
	var text := ""
	var part := OS.read_string_from_stdin() if "-" in OS.get_cmdline_user_args() else ""
	while part != "":
		text += part
		part = OS.read_string_from_stdin()
	text = text.rstrip("\r\n")
	if text == "": rows.assign(MAP)
	else: rows.assign(Array(text.replace("\r", "").split("\n")))
	var start := find("G")
	var goal := find("X")
	if start.x < 0 or goal.x < 0:
		printerr("the map needs a G (start) and an X (goal)")
	else:
		var cost := astar(start, goal)
		printerr("there is no way" if cost < 0 else "cost %.4f" % cost)
	quit()
