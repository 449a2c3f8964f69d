import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

type Entry = { version: string; integrity?: string };
type Component = { name: string; version: string; hashes?: { alg: string }[] };

test("the inventory contains every package of the lock file, with its checksum", { timeout: 60_000 }, () => {
  const text = execFileSync("npm", ["run", "--silent", "sbom"], {
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const inventory = JSON.parse(text) as { bomFormat: string; components: Component[] };
  const lock = JSON.parse(readFileSync("package-lock.json", "utf8")) as { packages: Record<string, Entry> };
  expect(inventory.bomFormat).toBe("CycloneDX");
  const listed = new Map(
    inventory.components.map((component) => [`${component.name}@${component.version}`, component]),
  );
  for (const [path, { version, integrity }] of Object.entries(lock.packages)) {
    if (path === "") continue;
    const component = listed.get(`${path.replace(/^.*node_modules\//, "")}@${version}`);
    expect(component, path).toBeDefined();
    if (integrity) expect(component?.hashes?.length, path).toBeGreaterThan(0);
  }
});
