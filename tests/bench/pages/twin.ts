import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { promisify } from "node:util";
import { brotliCompress, constants } from "node:zlib";

const compress = promisify(brotliCompress);

/** The styles that make a table readable, in a document that loads no other file. */
const styles =
  "body{font:14px system-ui;margin:1rem}table{border-collapse:collapse}td,th{text-align:start;padding:.4rem;border-bottom:1px solid}";

/** The content of a page's `main` element, without scripts, pictures and styles. */
export function withoutScripts(html: string): string {
  const main = /<main[\s\S]*<\/main>/.exec(html)?.[0] ?? /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? "";
  return main
    .replaceAll(/<script[\s\S]*?<\/script>|<template[\s\S]*?<\/template>|<svg[\s\S]*?<\/svg>|<!--[\s\S]*?-->/g, "")
    .replaceAll(/ (class|style|aria-[a-z]+|tabindex|popover|popovertarget)="[^"]*"/gi, "");
}

export interface TwinPage {
  /** The console's page as HTML, with the data at the time when it was read. */
  html: string;
  /** The route of the page's data. For each request, the copy reads the data again, as the console does. */
  data: string | undefined;
  /** The URL of the link to the next page. */
  next?: string;
}

export interface Twins {
  origin: string;
  close(): Promise<void>;
}

/** Serves a copy of each page of the console. The copy is one document with the same rows, and needs no script. */
export async function serveTwins(
  console: string,
  cookie: string,
  pages: ReadonlyMap<string, TwinPage>,
): Promise<Twins> {
  const server: Server = createServer(async (incoming, outgoing) => {
    const twin = pages.get(incoming.url ?? "");
    if (!twin) return void outgoing.writeHead(404).end();
    if (twin.data !== undefined)
      await (await fetch(new URL(twin.data, console), { headers: { cookie } })).arrayBuffer();
    const next =
      twin.next === undefined ? "" : `<a id="next" href="${twin.next.replaceAll("&", "&amp;")}">Next page</a>`;
    const document = `<!doctype html><html lang="en"><title>Twin</title><style>${styles}</style><body>${withoutScripts(twin.html)}${next}`;
    const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
    outgoing.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Encoding": "br" });
    outgoing.end(await compress(document, { params }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
