import { readdir, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

const compressed = new Set([".js", ".css", ".svg"]);

/** Files below this size are not compressed, because the compression would not save a network packet. */
const minBytes = 1_000;

const asBrotli = promisify(brotliCompress);
const asGzip = promisify(gzip);

/**
 * Writes `.br` and `.gz` files next to the text files of a build, such as scripts and styles, as small as possible. The
 * host serves these files (server/bff/http/listener/static-files.ts), so it does not compress a file again for each
 * visitor.
 * @param {string} folder
 */
export async function compressStatic(folder) {
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !compressed.has(extname(entry.name))) continue;
    const path = join(entry.parentPath, entry.name);
    const content = await readFile(path);
    if (content.length < minBytes) continue;
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    const [br, gz] = await Promise.all([asBrotli(content, { params }), asGzip(content, { level: 9 })]);
    await Promise.all([writeFile(`${path}.br`, br), writeFile(`${path}.gz`, gz)]);
  }
}
