// A student's A* on a grid with eight neighbours, never past a corner. Lines marked "// log" are all that gridscope needs.
//
//     mcs -out:astar.exe Astar.cs ../Gridscope.cs && GRIDSCOPE=astar.trace.jsonl mono astar.exe < maze.txt
// where # is wall, . floor, G the start and X the goal.
using System;
using System.Collections.Generic;

static class Astar {
    static readonly string[] Map = { "##############", "#......#.....#", "#.G..#.#..#..#", "#....#....#..#",
        "#..###.####..#", "#......#...X.#", "#....#.......#", "##############" };
    static readonly double Diagonal = Math.Sqrt(2);
    static string[] rows;

    static bool Inside(int x, int y) { return y >= 0 && y < rows.Length && x >= 0 && x < rows[y].Length; }
    static bool Free(int x, int y) { return Inside(x, y) && ".GX".IndexOf(rows[y][x]) >= 0; }

    static double Octile(int x, int y, int[] to) {
        int dx = Math.Abs(x - to[0]), dy = Math.Abs(y - to[1]);
        return dx + dy + (Diagonal - 2) * Math.Min(dx, dy);
    }

    static double? Search(int[] start, int[] goal) {
        Gridscope.Start(rows, start, goal, 8, "never", new[] { "f", "#" },
            "costs", new Dictionary<string, double> { { "straight", 1 }, { "diagonal", Diagonal } }); // log
        var g = new Dictionary<(int, int), double> { { (start[0], start[1]), 0 } };
        var parent = new Dictionary<(int, int), (int, int)>();
        var closed = new HashSet<(int, int)>();
        var open = new List<(double f, int x, int y)> { (Octile(start[0], start[1], goal), start[0], start[1]) };
        Gridscope.Open(start[0], start[1], null, 0, Octile(start[0], start[1], goal)); // log
        while (open.Count > 0) {
            int best = 0; // if f is equal, the one pushed first
            for (int i = 1; i < open.Count; i++) if (open[i].f < open[best].f) best = i;
            int x = open[best].x, y = open[best].y;
            open.RemoveAt(best);
            if (!closed.Add((x, y))) continue; // a dearer entry that was left over
            Gridscope.Expand(x, y, g[(x, y)]); // log
            if (x == goal[0] && y == goal[1]) {
                var path = new List<int[]> { goal };
                for (var cell = (x, y); parent.TryGetValue(cell, out cell);) path.Insert(0, new[] { cell.Item1, cell.Item2 });
                Gridscope.Path(path, g[(x, y)]); // log
                Gridscope.Done("found"); // log
                return g[(x, y)];
            }
            for (int dy = -1; dy <= 1; dy++) for (int dx = -1; dx <= 1; dx++) {
                int tx = x + dx, ty = y + dy;
                if ((dx == 0 && dy == 0) || !Inside(tx, ty)) continue;
                double cost = g[(x, y)] + (dx != 0 && dy != 0 ? Diagonal : 1);
                bool known = g.TryGetValue((tx, ty), out double old);
                string why = !Free(tx, ty) ? "wall"
                    : dx != 0 && dy != 0 && !(Free(tx, y) && Free(x, ty)) ? "corner"
                    : closed.Contains((tx, ty)) ? "closed"
                    : known && cost >= old ? (cost == old ? "equal" : "dearer") : null;
                if (why != null) {
                    Gridscope.Reject(tx, ty, new[] { x, y }, why); // log
                    continue;
                }
                g[(tx, ty)] = cost;
                parent[(tx, ty)] = (x, y);
                open.Add((cost + Octile(tx, ty, goal), tx, ty));
                Gridscope.Open(tx, ty, new[] { x, y }, cost, Octile(tx, ty, goal)); // log
            }
        }
        Gridscope.Done("none"); // log
        return null;
    }

    static int[] Find(char glyph) {
        for (int y = 0; y < rows.Length; y++) if (rows[y].IndexOf(glyph) >= 0) return new[] { rows[y].IndexOf(glyph), y };
        return null;
    }

    static int Main() {
        string text = Console.IsInputRedirected ? Console.In.ReadToEnd().TrimEnd('\r', '\n') : "";
        rows = text == "" ? Map : text.Replace("\r", "").Split('\n');
        int[] start = Find('G'), goal = Find('X');
        if (start == null || goal == null) {
            Console.Error.WriteLine("the map needs a G (start) and an X (goal)");
            return 1;
        }
        double? cost = Search(start, goal);
        Console.Error.WriteLine(cost == null ? "there is no way" : "cost " + cost.Value.ToString("F4"));
        return 0;
    }
}
