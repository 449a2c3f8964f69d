import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Which console this is. */
export interface BuildInfo {
  /** Of package.json. */
  version: string;
  /** Next's ID of the built pages; `development` where they are built as they are asked for. */
  build: string;
  /** The oldest Node without known faults (docs/advisories.md); null where package.json does not name it. */
  nodeFloor: string | null;
}

/** What the files in the repository's folder `root` say. */
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

/** Whether a Node is older than the floor. A pre-release is older than its release. */
export function isBelowNodeFloor(version: string, { nodeFloor }: Pick<BuildInfo, "nodeFloor">): boolean {
  if (nodeFloor === null) return false;
  const parts = version.split(/[.+-]/, 3).map(Number);
  const floor = nodeFloor.split(".").map(Number);
  const different = parts.findIndex((part, index) => part !== floor[index]);
  return different === -1 ? version.includes("-") : (parts[different] ?? 0) < (floor[different] ?? 0);
}

/** A sentence for the log where the Node that runs is older than the floor. */
export function oldNodeWarning(build: Pick<BuildInfo, "nodeFloor">, version = process.versions.node): string | null {
  if (!isBelowNodeFloor(version, build)) return null;
  return `Switchboard runs on Node ${version}, which is older than ${build.nodeFloor}, the oldest one without known faults: see docs/advisories.md.`;
}
