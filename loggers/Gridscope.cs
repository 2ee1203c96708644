// gridscope's logger for C# 7 and later (.NET, Mono, Unity): copy this file beside your program.
// GRIDSCOPE=off writes nothing, GRIDSCOPE=1 to standard output, any other value to the file of that name.
// Unset, it writes to gridscope.trace.jsonl in the current folder: who calls a logger wants a log.
// A cell is int[] { x, y }; what is missing is null. `more` and `fields` are names and values in turn: "ring", 3, "won", true.
using System;
using System.Collections;
using System.Linq;
public static class Gridscope {
    static string to = Environment.GetEnvironmentVariable("GRIDSCOPE") ?? ""; static System.IO.TextWriter file; static int searches;
    static string Json(object v) {
        if (v == null || v is double n && double.IsNaN(n) || v is float f && float.IsNaN(f)) return "null";
        if (v is bool) return (bool)v ? "true" : "false";
        if (v is string s) return '"' + System.Text.RegularExpressions.Regex.Replace(s, @"[^ !#-\[\]-~]", c => "\\u" + ((int)c.Value[0]).ToString("x4")) + '"';
        if (v is IDictionary all) return Members(all.Keys.Cast<object>().SelectMany(k => new[] { k.ToString(), all[k] }).ToArray());
        if (v is IEnumerable list) return "[" + string.Join(",", list.Cast<object>().Select(Json)) + "]";
        if (!(v is IConvertible) || v is Enum || v is char) return Json(v.ToString());
        double d = Convert.ToDouble(v);
        return double.IsInfinity(d) ? (d > 0 ? "\"inf\"" : "\"-inf\"") : d.ToString("R", System.Globalization.CultureInfo.InvariantCulture);
    }
    static string Members(object[] p) => // names and values in turn
        "{" + string.Join(",", Enumerable.Range(0, p.Length / 2).Select(i => Json(p[2 * i]) + ":" + Json(p[2 * i + 1]))) + "}";
    static System.IO.TextWriter Create(string name, bool unset) { // a log is replaced, but never a file that is none
        var old = new System.IO.FileInfo(name); int kind = (int)old.Attributes; // -1: there is none
        string why = unset && kind != -1 && (kind & (int)System.IO.FileAttributes.ReparsePoint) != 0 ? "a link, so it is not followed" : null;
        if (why == null && old.Exists && old.Length > 0) using (var from = old.OpenText()) {
            var head = new char[1024]; string text = new string(head, 0, from.ReadBlock(head, 0, 1024));
            if (!text.StartsWith("{", StringComparison.Ordinal) || !text.Contains("gridscope-trace")) why = "no gridscope log, so it is not replaced";
        }
        if (why != null) throw new System.IO.IOException(name + " is " + why + "; set GRIDSCOPE to another name");
        return new System.IO.StreamWriter(name);
    }
    static void Write(params object[] pairs) {
        if (to != "off") try {
            file = file ?? (to == "1" ? Console.Out : Create(to == "" ? "gridscope.trace.jsonl" : to, to == ""));
            file.Write(Members(pairs) + "\n"); file.Flush(); // at once: it can be followed, and is whole after a crash
        } catch (Exception e) { to = "off"; Console.Error.WriteLine("gridscope writes no log: " + e.Message); }
    }
    public static void Start(string[] rows, int[] start, int[] goal, int neighbours, string corners, string[] order, params object[] more) {
        if (++searches > 2) Event("end"); if (searches > 1) Event("begin", "phase", "search", "start", start, "goal", goal, "order", order);
        else Write(new object[] { "format", "gridscope-trace", "version", 2, "map", rows, "start", start, "goal", goal,
            "neighbours", neighbours, "corners", corners, "order", order }.Concat(more).ToArray());
    }
    public static void Event(string word, params object[] fields) { Write(new object[] { "event", word }.Concat(fields).ToArray()); }
    public static void Open(int x, int y, int[] from, double? g, double? h) { Event("open", "at", new[] { x, y }, "from", from, "g", g, "h", h); }
    public static void Expand(int x, int y, double? g = null) { Event("expand", "at", new[] { x, y }, "g", g); }
    public static void Reject(int x, int y, int[] from, string why) { Event("reject", "at", new[] { x, y }, "from", from, "why", why); }
    public static void Path(IEnumerable cells, double? cost = null) { Event("path", "cells", cells, "cost", cost); }
    public static void Done(string result) { Event("done", "result", result); }
}
