import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { request } from "undici";
import { afterEach, beforeEach, expect, test } from "vitest";
import { compressPage } from "#server/bff/http/listener/compress-page.ts";
import { readPageStyles } from "#server/bff/http/listener/page-styles.ts";

const styles = "p{color:green}é::after{content:'$&'}";
const link = `<link rel="stylesheet" href="/_next/static/chunks/a.css?dpl=b1" nonce="n0+/==" data-precedence="next"/>`;
const page = `<html><head><meta charSet="utf-8"/>${link}</head><body><p>${link}</p>`;

let folder: string;
let server: Server | undefined;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-styles-"));
  mkdirSync(join(folder, "chunks"));
  writeFileSync(join(folder, "chunks", "a.css"), styles);
});

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
  server = undefined;
  rmSync(folder, { recursive: true });
});

async function get(given: { cookie?: string; type?: string; status?: number; pieces?: string[] } = {}) {
  const pageStyles = readPageStyles("b1", folder, false);
  server = createServer((incoming, outgoing) => {
    compressPage(incoming, outgoing, pageStyles);
    outgoing.setHeader("Content-Type", given.type ?? "text/html; charset=utf-8");
    outgoing.setHeader("Link", "</_next/static/chunks/a.css?dpl=b1>; rel=preload; as=style");
    outgoing.statusCode = given.status ?? 200;
    for (const piece of given.pieces ?? [page]) outgoing.write(Buffer.from(piece));
    outgoing.end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const cookie = given.cookie === undefined ? {} : { cookie: given.cookie };
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  const { headers, body } = await request(address, { headers: { "accept-encoding": "br", ...cookie } });
  return { headers, text: brotliDecompressSync(Buffer.from(await body.arrayBuffer())).toString() };
}

test("a browser's first page contains the styles with its own nonce, and loads the style sheet last", async () => {
  const { headers, text } = await get();
  const later = link.replace("<link", '<link media="not all"');
  const head = `<html><head><meta charSet="utf-8"/><style nonce="n0+/==">${styles}</style>${later}</head>`;
  // Replaces only the first occurrence. Later occurrences are text of the page.
  expect(text).toBe(`${head}<body><p>${link}</p>`);
  expect(headers["set-cookie"]).toBe("switchboard-styles=b1; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax");
  expect(headers.link).toBeUndefined();
});

test("a browser that already has the styles of this build gets its pages without them", async () => {
  const { headers, text } = await get({ cookie: "a=1; switchboard-styles=b1" });
  expect(text).toBe(page);
  expect(headers["set-cookie"]).toBeUndefined();
  expect(headers.link).toBeDefined();
});

test.each(["switchboard-styles=b0", "switchboard-styles=", "other=b1", "xswitchboard-styles=b1"])(
  "a browser with the cookie %j gets its page with the styles",
  async (cookie) => {
    expect((await get({ cookie })).text).toContain(`>${styles}</style>`);
  },
);

test.each([
  ["Next's own answer in place of a page", { type: "text/x-component" }],
  ["a page whose first piece does not name the styles", { pieces: ["<html>", page] }],
  ["a page of another build", { pieces: [page.replaceAll("a.css", "b.css")] }],
  ["a link that does not end", { pieces: [page.slice(0, page.indexOf("nonce"))] }],
])("%s stays unchanged", async (_, given: { type?: string; pieces?: string[] }) => {
  expect((await get(given)).text).toBe((given.pieces ?? [page]).join(""));
});

test("over https the cookie is valid only for this host, and only over https", () => {
  const secure = readPageStyles("b1", folder, true);
  expect(secure?.setCookie).toMatch(/^__Host-switchboard-styles=b1; .*; Secure$/);
  expect(secure?.isKept("__Host-switchboard-styles=b1")).toBe(true);
  expect(secure?.isKept("switchboard-styles=b1")).toBe(false);
});

test.each([
  ["has several files", () => writeFileSync(join(folder, "chunks", "b.css"), styles)],
  ["does not exist", () => rmSync(join(folder, "chunks", "a.css"))],
  [
    "contains a picture with a relative URL",
    () => writeFileSync(join(folder, "chunks", "a.css"), "p{background:url(p.svg)}"),
  ],
  [
    "contains the end tag of its element",
    () => writeFileSync(join(folder, "chunks", "a.css"), "p::after{content:'</style>'}"),
  ],
])("a build whose style sheet %s puts no styles into a page", (_, change) => {
  change();
  expect(readPageStyles("b1", folder, false)).toBeNull();
});

test("pictures with an absolute URL or inside the style sheet do not prevent styles in a page", () => {
  writeFileSync(join(folder, "chunks", "a.css"), `p{background:url("/p.svg")}b{background:url(data:image/svg+xml,x)}`);
  expect(readPageStyles("b1", folder, false)).not.toBeNull();
});
