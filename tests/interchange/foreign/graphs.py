"""Compares the shortest path of a graph in networkx with the cost that gridscope found.

Usage: graphs.py FILE.graphml COST [FILE.gr], where COST is a number, or `none` if there is no path.
Needs networkx (pip install networkx). The DIMACS file is read by the lines of its definition, since networkx has no
reader for it.
"""
import sys

import networkx


def cost(graph, start, goal):
    try:
        return networkx.dijkstra_path_length(graph, start, goal, weight="weight")
    except (networkx.NetworkXNoPath, networkx.NodeNotFound):
        return None


def dimacs(path):
    graph, ends, counts = networkx.DiGraph(), {}, None
    for line in open(path, encoding="utf-8"):
        words = line.split()
        if words[0] == "p":
            assert words[1] == "sp", line
            counts = int(words[2]), int(words[3])
            graph.add_nodes_from(range(1, counts[0] + 1))
        elif words[0] == "a":
            graph.add_edge(int(words[1]), int(words[2]), weight=int(words[3]))
        elif words[0] == "c":
            if len(words) == 3 and words[1] in ("start", "goal"):
                ends[words[1]] = int(words[2])
        else:
            sys.exit(f"{path}: {line!r} is no line of a DIMACS graph")
    if counts != (graph.number_of_nodes(), graph.number_of_edges()):
        sys.exit(f"{path}: it has {graph}, but says {counts}")
    return cost(graph, ends.get("start"), ends.get("goal"))


path, expected = sys.argv[1:3]
expected = None if expected == "none" else float(expected)
graph = networkx.read_graphml(path)
if not graph.is_directed() or not all({"x", "y", "tile"} <= set(about) for _, about in graph.nodes(data=True)):
    sys.exit(f"{path}: it is not directed, or a node has no x, y or tile")
found = {"GraphML": cost(graph, graph.graph.get("start"), graph.graph.get("goal"))}
if len(sys.argv) > 3:
    found["DIMACS"] = dimacs(sys.argv[3])
for name, got in found.items():
    if (got is None) != (expected is None) or (got is not None and abs(got - expected) > 1e-4):
        sys.exit(f"{path}: the cheapest path in {name} costs {got}, but gridscope found {expected}")
print(f"{path}: {graph.number_of_nodes()} nodes, {graph.number_of_edges()} arcs, cost {expected} in {' and '.join(found)}")
