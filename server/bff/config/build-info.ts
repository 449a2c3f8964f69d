import { readFileSync } from "node:fs";
import { join } from "node:path";
import { oldNodeText } from "#lib/old-node-text.ts";

/** The version and the build of this console. */
export interface BuildInfo {
  /** The version in package.json. */
  version: string;
  /** Next's ID of the built pages, or `development` if pages are built on demand. */
  build: string;
  /** The oldest Node without known vulnerabilities (docs/advisories.md). Null if package.json does not name it. */
  nodeFloor: string | null;
}

/** Reads the build information from files in the repository's folder `root`. */
export function readBuildInfo(root: string): BuildInfo {
  const text = (path: string) => {
    try {
      return readFileSync(join(root, path), "utf8");
    } catch {
      return null;
    }
  };
  const manifest = JSON.parse(text("package.json") ?? "{}") as {
    version?: unknown;
    config?: { nodeFloor?: unknown };
  };
  const nodeFloor = manifest.config?.nodeFloor;
  const isDevelopment = process.env.NODE_ENV === "development";
  return {
    version: typeof manifest.version === "string" ? manifest.version : "unknown",
    build: isDevelopment ? "development" : (text(".next/BUILD_ID")?.trim() ?? "unknown"),
    nodeFloor: typeof nodeFloor === "string" ? nodeFloor : null,
  };
}

/**
 * True if a Node version is older than `nodeFloor`. False if `nodeFloor` is null. A pre-release counts as older than
 * its release.
 */
export function isBelowNodeFloor(version: string, { nodeFloor }: Pick<BuildInfo, "nodeFloor">): boolean {
  if (nodeFloor === null) return false;
  const parts = version.split(/[.+-]/, 3).map(Number);
  const floor = nodeFloor.split(".").map(Number);
  const different = parts.findIndex((part, index) => part !== floor[index]);
  return different === -1 ? version.includes("-") : (parts[different] ?? 0) < (floor[different] ?? 0);
}

/** A warning for the log if the running Node is too old. Null otherwise. */
export function oldNodeWarning({ nodeFloor }: Pick<BuildInfo, "nodeFloor">, version = process.versions.node) {
  return nodeFloor !== null && isBelowNodeFloor(version, { nodeFloor }) ? oldNodeText(version, nodeFloor) : null;
}
