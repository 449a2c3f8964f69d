import { readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import { extname, join, relative, sep } from "node:path";
import { staticTypes } from "#server/bff/http/builds/build-files.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";

/** The Cache-Control of files whose names change with their content. */
export const immutable = "public, max-age=31536000, immutable";

/** The supported encodings, best first. */
const encodings = [
  { name: "br", ending: ".br" },
  { name: "gzip", ending: ".gz" },
] as const;

interface StaticFile {
  type: string;
  /** The path of the compressed copy for each encoding. */
  paths: Map<string, string>;
}

/** All files of the folder that have a compressed copy in the folder, by address. */
function indexOf(folder: string, prefix: string): Map<string, StaticFile> {
  const files = new Map<string, StaticFile>();
  for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
    const encoding = encodings.find(({ ending }) => entry.isFile() && entry.name.endsWith(ending));
    if (!encoding) continue;
    const path = join(entry.parentPath, entry.name);
    const plain = path.slice(0, -encoding.ending.length);
    const type = staticTypes[extname(plain)];
    if (type === undefined || !statSync(plain, { throwIfNoEntry: false })) continue;
    const address = `${prefix}${relative(folder, plain).split(sep).join("/")}`;
    const file = files.get(address) ?? { type, paths: new Map() };
    files.set(address, file);
    file.paths.set(encoding.name, path);
  }
  return files;
}

/**
 * Creates a function that reads a file once and caches its content. The function returns null if the file cannot be
 * read.
 */
function createFileCache(): (path: string) => Promise<Buffer | null> {
  // The contents of complete files. All files together need less than a megabyte of memory.
  const bodies = new Map<string, Promise<Buffer | null>>();
  return (path) => {
    const cachedBody = bodies.get(path);
    if (cachedBody) return cachedBody;
    // The error is handled here, because an unhandled rejection would end the process.
    const body = readFile(path).catch(() => {
      bodies.delete(path);
      return null;
    });
    bodies.set(path, body);
    return body;
  };
}

/**
 * Answers requests for scripts and styles of a build with the compressed copies from the build. Returns false if Next
 * must answer. Next answers requests for parts of files, requests from browsers without compression, requests for
 * unreadable files, and all other requests.
 */
export function createStaticFiles(folder: string, prefix = "/_next/static/") {
  const bodyOf = createFileCache();
  let files: Map<string, StaticFile> | undefined;
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> => {
    const { method, url = "", headers } = incoming;
    if (!url.startsWith(prefix) || headers.range !== undefined || (method !== "GET" && method !== "HEAD")) return false;
    files ??= indexOf(folder, prefix);
    const file = files.get(url.split("?", 1)[0] ?? "");
    const accepted = acceptedEncodings(headers["accept-encoding"]);
    const encoding = encodings.find(({ name }) => accepted.has(name) && file?.paths.has(name));
    const path = encoding && file?.paths.get(encoding.name);
    const body = path === undefined ? null : await bodyOf(path);
    if (!file || !encoding || !body) return false;
    outgoing.writeHead(200, {
      "Content-Type": file.type,
      "Content-Encoding": encoding.name,
      "Content-Length": body.length,
      "Cache-Control": immutable,
      "Accept-Ranges": "bytes",
      Vary: "Accept-Encoding",
    });
    outgoing.end(method === "HEAD" ? undefined : body);
    return true;
  };
}
