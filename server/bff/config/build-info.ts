import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Which console this is. */
export interface BuildInfo {
  /** Of package.json. */
  version: string;
  /** Next's ID of the built pages; `development` where they are built as they are asked for. */
  build: string;
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
  const manifest = JSON.parse(text("package.json") ?? "{}") as { version?: unknown };
  const isDevelopment = process.env.NODE_ENV === "development";
  return {
    version: typeof manifest.version === "string" ? manifest.version : "unknown",
    build: isDevelopment ? "development" : (text(".next/BUILD_ID")?.trim() ?? "unknown"),
  };
}
