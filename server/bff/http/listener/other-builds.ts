import type { IncomingMessage, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";
import type { KeptBuilds } from "#server/bff/http/builds/kept-builds.ts";
import type { BuildFile } from "#server/bff/store/builds.ts";
import { acceptedEncodings } from "./accepted-encodings.ts";
import { immutable } from "./static-files.ts";

const compress = promisify(brotliCompress);

/** The minimum size of a compressed file, in bytes. For a smaller file, compression saves no packet. */
const minCompressedBytes = 1_000;

const prefix = "/_next/static/";

/** The form of a build ID. */
const buildIDPattern = /^[\w-]{1,64}$/;

/**
 * Answers requests for scripts and styles whose address names another build than `ownBuildID`. Returns false for
 * everything else. A file that no longer exists is 404, and the page reloads (lib/browser-storage/reload-script.ts).
 */
export function createOtherBuilds(ownBuildID: string, builds: Pick<KeptBuilds, "find">) {
  const compressed = new WeakMap<BuildFile, Promise<Buffer>>();

  /**
   * The file is compressed once for all requests. The compression level is the level of pages, because such files are
   * needed only during an upgrade.
   */
  function compressedBody(file: BuildFile): Promise<Buffer> {
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: file.body.length };
    const body = compressed.get(file) ?? compress(file.body, { params });
    compressed.set(file, body);
    return body;
  }

  /** Null if the browser accepts none of the available encodings of the file. */
  async function representationOf(
    file: BuildFile,
    acceptsBrotli: boolean,
  ): Promise<{ body: Buffer; isCompressed: boolean } | null> {
    // An earlier version of the console stored this file compressed. Data from the store must not reach a decoder.
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
