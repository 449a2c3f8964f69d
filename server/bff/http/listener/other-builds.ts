import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import type { KeptBuilds } from "#server/bff/http/builds/kept-builds.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { immutable } from "./static-files.ts";

const unpack = promisify(brotliDecompress);

const prefix = "/_next/static/";

/** What a build's ID looks like; anything else is no build. */
const buildIDPattern = /^[\w-]{1,64}$/;

/**
 * Answers requests for scripts and styles of another build than `ownBuildID`: the address names the build. Gives
 * false for everything else. What is gone is 404, and the page loads again (lib/browser-storage/reload-script.ts).
 */
export function createOtherBuilds(ownBuildID: string, builds: Pick<KeptBuilds, "find">) {
  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> => {
    const { method, url = "", headers } = incoming;
    if (!url.startsWith(prefix) || (method !== "GET" && method !== "HEAD")) return false;
    const [path = "", query = ""] = url.split("?", 2);
    const buildID = new URLSearchParams(query).get("dpl");
    if (buildID === null || buildID === ownBuildID) return false;
    const file = buildIDPattern.test(buildID) ? await builds.find(buildID, path.slice(prefix.length)) : null;
    if (!file) {
      outgoing.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" });
      outgoing.end("This build is not kept any more.\n");
      return true;
    }
    const isTaken = file.encoding === "br" && acceptedEncodings(headers["accept-encoding"]?.toString() ?? "").has("br");
    const body = file.encoding === "br" && !isTaken ? await unpack(file.body) : file.body;
    outgoing.writeHead(200, {
      "Content-Type": file.type,
      ...(isTaken && { "Content-Encoding": "br" }),
      "Content-Length": body.length,
      "Cache-Control": immutable,
      Vary: "Accept-Encoding",
    });
    outgoing.end(method === "HEAD" ? undefined : body);
    return true;
  };
}
