import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { KeptBuilds } from "#server/bff/http/builds/kept-builds.ts";
import type { BuildFile } from "#server/bff/store/builds.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { immutable } from "./static-files.ts";

const compress = promisify(brotliCompress);

/**
 * The minimum size of a file that is compressed, in bytes. For a smaller file, compression would save no network
 * packet.
 */
const minCompressedBytes = 1_000;

const prefix = "/_next/static/";

/** The format of a build ID. */
const buildIDPattern = /^[\w-]{1,64}$/;

/**
 * Answers requests for scripts and styles if their address names a different build than `ownBuildID`. Returns false for
 * all other requests. If a file no longer exists, the response is a 404, and the page reloads
 * (lib/browser-storage/reload-script.ts).
 */
export function createOtherBuilds(ownBuildID: string, builds: Pick<KeptBuilds, "find">) {
  const compressed = new WeakMap<BuildFile, Promise<Buffer>>();

  /**
   * Compresses a file once for all requests. The level is the same as for pages, because these files are needed only
   * during an upgrade.
   */
  function compressedBody(file: BuildFile): Promise<Buffer> {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length };
    const body = compressed.get(file) ?? compress(file.body, { params });
    compressed.set(file, body);
    return body;
  }

  /** The file in an encoding that the browser accepts. Null if the browser accepts no stored encoding. */
  async function representationOf(
    file: BuildFile,
    acceptsBrotli: boolean,
  ): Promise<{ body: Buffer; isCompressed: boolean } | null> {
    // This file was stored compressed by an earlier version of the console. Data from the store must not be
    // decompressed.
    if (file.encoding === "br") return acceptsBrotli ? { body: file.body, isCompressed: true } : null;
    if (!acceptsBrotli || file.body.length < minCompressedBytes) return { body: file.body, isCompressed: false };
    return { body: await compressedBody(file), isCompressed: true };
  }

  return async (incoming: IncomingMessage, outgoing: ServerResponse): Promise<boolean> => {
    const { method, url = "", headers } = incoming;
    if (!url.startsWith(prefix) || (method !== "GET" && method !== "HEAD")) return false;
    const [path = "", query = ""] = url.split("?", 2);
    const buildID = new URLSearchParams(query).get("dpl");
    if (buildID === null || buildID === ownBuildID) return false;
    const file = buildIDPattern.test(buildID) ? await builds.find(buildID, path.slice(prefix.length)) : null;
    const acceptsBrotli = acceptedEncodings(headers["accept-encoding"]).has("br");
    const found = file && (await representationOf(file, acceptsBrotli));
    if (!file || !found) {
      outgoing.writeHead(404, { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "private, no-store" });
      outgoing.end("This build is not kept any more.\n");
      return true;
    }
    const { body, isCompressed } = found;
    outgoing.writeHead(200, {
      "Content-Type": file.type,
      ...(isCompressed && { "Content-Encoding": "br" }),
      "Content-Length": body.length,
      "Cache-Control": immutable,
      Vary: "Accept-Encoding",
    });
    outgoing.end(method === "HEAD" ? undefined : body);
    return true;
  };
}
