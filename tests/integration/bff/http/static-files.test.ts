import { once } from "node:events";
import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createStaticFiles } from "#server/bff/http/listener/static-files.ts";
import { compressStatic } from "../../../../scripts/setup/compress-static.mjs";

const script = "console.log('a script');\n".repeat(100);

let folder: string;
let server: Server;
let origin: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-static-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "a.js"), script);
  writeFileSync(join(folder, "chunks", "a.js.map"), script);
  writeFileSync(join(folder, "chunks", "small.js"), "1");
  await compressStatic(folder);
  const answer = createStaticFiles(folder);
  server = createServer(async (incoming, outgoing) => {
    if (!(await answer(incoming, outgoing))) outgoing.writeHead(200, { "X-Left": "to Next" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string>, method: "GET" | "HEAD" = "GET") {
  const answer = await request(`${origin}${path}`, { method, headers });
  return { ...answer, body: Buffer.from(await answer.body.arrayBuffer()) };
}

test.each([
  ["gzip, deflate, br, zstd", "br", brotliDecompressSync],
  ["br;q=0, gzip", "gzip", gunzipSync],
  ["GZIP;q=0.5", "gzip", gunzipSync],
])("a script is sent in the encoding that the browser accepts: %s", async (accepted, encoding, unpack) => {
  const { headers, body } = await get("/_next/static/chunks/a.js?v=1", { "accept-encoding": accepted });
  expect(headers).toMatchObject({
    "content-encoding": encoding,
    "content-type": "application/javascript; charset=UTF-8",
    "content-length": String(body.length),
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  expect(unpack(body).toString()).toBe(script);
});

test("HEAD has the same headers and no body", async () => {
  const { headers, body } = await get("/_next/static/chunks/a.js", { "accept-encoding": "br" }, "HEAD");
  expect(headers["content-encoding"]).toBe("br");
  expect(Number(headers["content-length"])).toBeGreaterThan(10);
  expect(body).toHaveLength(0);
});

test.each([
  ["a request for a part of a file", "/_next/static/chunks/a.js", { "accept-encoding": "br", range: "bytes=0-9" }],
  ["a request from a browser without compression", "/_next/static/chunks/a.js", { "accept-encoding": "identity" }],
  ["a file that is too small", "/_next/static/chunks/small.js", { "accept-encoding": "br" }],
  ["a compressed file by its own name", "/_next/static/chunks/a.js.br", { "accept-encoding": "br" }],
  ["a source map", "/_next/static/chunks/a.js.map", { "accept-encoding": "br" }],
  ["a file in another folder", "/_next/static/chunks/../../a.js", { "accept-encoding": "br" }],
])("%s is left to Next", async (_what, path, headers) => {
  expect((await get(path, headers)).headers["x-left"]).toBe("to Next");
});

test("a file that cannot be read is left to Next, does not stop the process, and is sent once it is readable", async () => {
  const getScript = () => get("/_next/static/chunks/a.js", { "accept-encoding": "br" });
  const path = join(folder, "chunks", "a.js.br");
  // The first request makes the server read the folder.
  await get("/_next/static/chunks/small.js", { "accept-encoding": "br" });
  renameSync(path, `${path}.away`);
  expect((await getScript()).headers["x-left"]).toBe("to Next");
  renameSync(`${path}.away`, path);
  expect((await getScript()).headers["content-encoding"]).toBe("br");
});
