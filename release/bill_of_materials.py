"""Writes the bill of materials of the program as CycloneDX 1.5: bill_of_materials.py VERSION OUT.cdx.json

It lists the crates that are linked into the program as it is handed out, on any system, with licences and checksums. The
same commit gives the same bytes.
"""

import json
import re
import subprocess
import sys


def main(version: str, out: str) -> None:
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--features", "screen-reader"]
    metadata = json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)
    packages = {package["id"]: package for package in metadata["packages"]}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    root = next(key for key, package in packages.items() if package["name"] == "gridscope")
    needs, waiting = {}, [root]
    while waiting:
        key = waiting.pop()
        if key not in needs:
            needs[key] = sorted(
                dep["pkg"] for dep in nodes[key]["deps"] if any(kind["kind"] != "dev" for kind in dep["dep_kinds"])
            )
            waiting += needs[key]
    with open("Cargo.lock", encoding="utf-8") as file:
        locked = re.findall(r'name = "(.+)"\nversion = "(.+)"\nsource = .*\nchecksum = "(.+)"', file.read())
    sums = {(name, number): checksum for name, number, checksum in locked}

    def reference(key: str) -> str:
        return f"pkg:cargo/{packages[key]['name']}@{packages[key]['version']}"

    def component(key: str) -> dict:
        package = packages[key]
        found = {
            "type": "application" if key == root else "library",
            "bom-ref": reference(key),
            "name": package["name"],
            "version": package["version"],
            "purl": reference(key),
        }
        checksum = sums.get((package["name"], package["version"]))
        if checksum:
            found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
        if package["license"]:
            found["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
        return found

    keys = sorted(needs, key=reference)
    bill = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {"component": component(root)},
        "components": [component(key) for key in keys if key != root],
        "dependencies": [{"ref": reference(key), "dependsOn": sorted(map(reference, needs[key]))} for key in keys],
    }
    assert packages[root]["version"] == version, f"the workspace has version {packages[root]['version']}"
    with open(out, "w", encoding="utf-8") as file:
        json.dump(bill, file, indent=1)
        file.write("\n")
    print(f"{len(keys) - 1} crates")


main(*sys.argv[1:])
