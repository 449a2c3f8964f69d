import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createOtherBuilds } from "#server/bff/http/listener/other-builds.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { compressStatic } from "../../../../scripts/setup/compress-static.mjs";

const script = "console.log('a script');\n".repeat(100);

let folder: string;
let console: TestBff;
let server: Server;
let origin: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-builds-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "a.js"), script);
  writeFileSync(join(folder, "chunks", "a.js.map"), script);
  writeFileSync(join(folder, "chunks", "small.css"), "a{}");
  await compressStatic(folder);
  console = await createTestBff();
  await console.bff.builds.publish("other", folder);
  const answer = createOtherBuilds("own", console.bff.builds);
  server = createServer(async (incoming, outgoing) => {
    if (!(await answer(incoming, outgoing))) outgoing.writeHead(200, { "X-Left": "to the own build" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});

afterEach(async () => {
  server.closeAllConnections();
  server.close();
  await console.close();
  rmSync(folder, { recursive: true });
});

async function get(path: string, headers: Record<string, string> = {}, method: "GET" | "HEAD" = "GET") {
  const answer = await request(`${origin}/_next/static/${path}`, { method, headers });
  return { ...answer, body: Buffer.from(await answer.body.arrayBuffer()) };
}

test("a script of another build is stored uncompressed, and sent compressed", async () => {
  const { headers, body } = await get("chunks/a.js?dpl=other", { "accept-encoding": "gzip, br" });
  expect(headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "application/javascript; charset=UTF-8",
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  expect(brotliDecompressSync(body).toString()).toBe(script);
  const stored = await queryStore(console.databaseUrl, `select "encoding", "content" from "buildFiles"`);
  const contents = stored.map(({ encoding, content }) => [encoding, Buffer.from(String(content), "base64").toString()]);
  expect(contents.sort()).toEqual([
    ["identity", "a{}"],
    ["identity", script],
  ]);
});

test("a file that an earlier version has stored compressed is sent unchanged, and never decoded", async () => {
  const body = Buffer.from("no brotli at all");
  await queryStore(
    console.databaseUrl,
    `update "buildFiles" set "encoding" = 'br', "content" = '${body.toString("base64")}' where "path" = 'chunks/a.js'`,
  );
  const sent = await get("chunks/a.js?dpl=other", { "accept-encoding": "br" });
  expect([sent.headers["content-encoding"], sent.body.equals(body)]).toEqual(["br", true]);
  const { statusCode, headers } = await get("chunks/a.js?dpl=other", { "accept-encoding": "gzip" });
  expect([statusCode, headers["cache-control"]]).toEqual([404, "private, no-store"]);
});

test("a browser without brotli gets the script uncompressed, and so does a request for a small script", async () => {
  const plain = await get("chunks/a.js?dpl=other", { "accept-encoding": "gzip" });
  expect([plain.headers["content-encoding"], plain.body.toString()]).toEqual([undefined, script]);
  const small = await get("chunks/small.css?dpl=other", { "accept-encoding": "br" });
  expect([small.headers["content-encoding"], small.body.toString()]).toEqual([undefined, "a{}"]);
});

test("HEAD returns the length without the script", async () => {
  const { headers, body } = await get("chunks/a.js?dpl=other", {}, "HEAD");
  expect([headers["content-length"], body.length]).toEqual([String(script.length), 0]);
});

test.each([
  "chunks/gone.js?dpl=other",
  "chunks/a.js?dpl=gone",
  "chunks/a.js?dpl=../other",
  "chunks/a.js.map?dpl=other",
])("a script that is not stored answers 404, which no cache stores: %s", async (path) => {
  const { statusCode, headers } = await get(path);
  expect([statusCode, headers["cache-control"]]).toEqual([404, "private, no-store"]);
});

test.each(["chunks/a.js?dpl=own", "chunks/a.js"])(
  "a script of the running build comes from the files beside the server: %s",
  async (path) => {
    expect((await get(path)).headers["x-left"]).toBe("to the own build");
  },
);
