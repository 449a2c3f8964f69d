import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { brotliDecompressSync, createBrotliDecompress } from "node:zlib";
import { request } from "undici";
import { afterEach, expect, test } from "vitest";
import { compressPage } from "#server/bff/http/listener/compress-page.ts";

const html = "<tr><td>A customer</td></tr>".repeat(4_000);

let server: Server;

afterEach(() => {
  server.closeAllConnections();
  server.close();
});

type Answer = (incoming: IncomingMessage, outgoing: ServerResponse & { flush?: () => void }) => void;

async function serve(answer: Answer): Promise<string> {
  server = createServer((incoming, outgoing) => {
    compressPage(incoming, outgoing);
    answer(incoming, outgoing);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

const asDocument: Answer = (_, outgoing) => {
  outgoing.setHeader("Content-Type", "text/html; charset=utf-8");
  outgoing.end(html);
};

async function get(address: string, accepted: string, method: "GET" | "HEAD" = "GET") {
  const { statusCode, headers, body } = await request(address, { method, headers: { "accept-encoding": accepted } });
  return { statusCode, headers, body: Buffer.from(await body.arrayBuffer()) };
}

test("a page is compressed with brotli for a browser that accepts it, and Next sees no accepted encoding", async () => {
  let left: string | undefined = "";
  const address = await serve((incoming, outgoing) => {
    left = incoming.headers["accept-encoding"]?.toString();
    outgoing.setHeader("Vary", "rsc");
    asDocument(incoming, outgoing);
  });
  const { headers, body } = await get(address, "gzip, br");
  expect(headers).toMatchObject({ "content-encoding": "br", vary: ["rsc", "Accept-Encoding"] });
  expect(headers["content-length"]).toBeUndefined();
  expect(brotliDecompressSync(body).toString()).toBe(html);
  expect(left).toBeUndefined();
});

test.each(["gzip", "br;q=0, gzip", ""])("a page is left to Next if the browser accepts %j", async (accepted) => {
  const { headers, body } = await get(await serve(asDocument), accepted);
  expect(headers["content-encoding"]).toBeUndefined();
  expect(headers["content-length"]).toBe(String(html.length));
  expect(body.toString()).toBe(html);
});

test.each<[string, Answer]>([
  ["a picture", (_, outgoing) => outgoing.writeHead(200, { "Content-Type": "image/png" }).end(html)],
  [
    "a compressed answer",
    (_, outgoing) => outgoing.writeHead(200, { "Content-Type": "text/html", "Content-Encoding": "gzip" }).end(html),
  ],
  [
    "an answer that must not be changed",
    (_, outgoing) =>
      outgoing.writeHead(200, { "Content-Type": "text/html", "Cache-Control": "no-store, no-transform" }).end(html),
  ],
  ["an answer without a body", (_, outgoing) => outgoing.writeHead(304, { "Content-Type": "text/html" }).end()],
  ["headers in turn", (_, outgoing) => outgoing.writeHead(200, ["Content-Type", "text/html"]).end(html)],
])("%s is sent unchanged", async (_, answer) => {
  const { statusCode, headers, body } = await get(await serve(answer), "br");
  expect(headers["content-encoding"]).not.toBe("br");
  expect(body.toString()).toBe(statusCode === 304 ? "" : html);
});

test("an answer to HEAD has the headers of a page and no body", async () => {
  const { headers, body } = await get(await serve(asDocument), "br", "HEAD");
  expect(headers["content-type"]).toBe("text/html; charset=utf-8");
  expect(body).toHaveLength(0);
});

test("a flushed piece arrives before the next piece is written", async () => {
  const isRead = Promise.withResolvers<void>();
  const address = await serve(async (_, outgoing) => {
    outgoing.writeHead(200, { "Content-Type": "text/html" });
    outgoing.write("<p>first");
    outgoing.flush?.();
    await isRead.promise;
    outgoing.end("<p>second");
  });
  const { body } = await request(address, { headers: { "accept-encoding": "br" } });
  let text = "";
  for await (const piece of body.pipe(createBrotliDecompress())) {
    text += piece;
    if (text === "<p>first") isRead.resolve();
  }
  expect(text).toBe("<p>first<p>second");
});

test("a writer that is faster than the reader waits, and everything arrives", async () => {
  const random = Buffer.from(Array.from({ length: 1_000_000 }, () => 33 + Math.floor(Math.random() * 90)));
  let waits = 0;
  const address = await serve(async (_, outgoing) => {
    outgoing.setHeader("Content-Type", "text/plain");
    for (let piece = 0; piece < 20; piece++) {
      if (outgoing.write(random)) continue;
      waits++;
      await once(outgoing, "drain");
    }
    outgoing.end();
  });
  const { body } = await get(address, "br");
  expect(brotliDecompressSync(body)).toHaveLength(20_000_000);
  expect(waits).toBeGreaterThan(0);
});

test("compression ends when the browser disconnects, and further writes cause no error", async () => {
  const written = Promise.withResolvers<void>();
  const address = await serve(async (_, outgoing) => {
    outgoing.setHeader("Content-Type", "text/html");
    outgoing.write(html);
    outgoing.flush?.();
    await once(outgoing, "close");
    outgoing.write(html);
    outgoing.flush?.();
    outgoing.end(html);
    setImmediate(written.resolve);
  });
  const { body } = await request(address, { headers: { "accept-encoding": "br" } });
  await once(body, "readable");
  body.on("error", () => {}).destroy();
  await written.promise;
  server.close();
  await once(server, "close");
});
