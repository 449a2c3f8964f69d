import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { expect, test } from "vitest";

const root = resolve(import.meta.dirname, "../../..");

/** Only this module may use a decoder. It reads backups, and the operator chooses the backup's file. */
const allowed = ["server/bff/store/backup/backup-file.ts"];

/** Node's decoders, and the functions that decode a URL. */
const decoding =
  /\b(\w*(Decompress|[Gg]unzip|[Ii]nflate|Unzip)\w*|globalThis\.fetch)\b|\{[^}]*\bfetch\b[^}]*\} from "undici"/;

test("no data from outside are decompressed (docs/decisions/0003-pinned-node.md)", () => {
  const folders = ["app", "lib", "server/api-client", "server/bff", "server/database"];
  const files = folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.tsx?$/.test(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll("\\", "/")),
  );
  expect(files.length).toBeGreaterThan(500);
  expect(files.filter((file) => decoding.test(readFileSync(join(root, file), "utf8")))).toEqual(allowed);
});
