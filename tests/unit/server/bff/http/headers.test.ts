import type { IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { isSecure, originsOf } from "#server/bff/config/origins.ts";
import { cleanHeaders, isStrippedHeader } from "#server/bff/http/listener/incoming-headers.ts";
import { requireSameOrigin } from "#server/bff/http/pipeline/same-origin.ts";
import { closedContentPolicy, pageContentPolicy } from "#server/bff/http/security-headers.ts";

test.each([
  "Content-Security-Policy",
  "x-nonce",
  "X-Middleware-Subrequest",
  "X-Forwarded-For",
  "x-forwarded-host",
  "Forwarded",
  "Next-Action",
  "Next-Resume",
  "X-Matched-Path",
  "X-Now-Route-Matches",
  "X-Original-URL",
  "X-Real-IP",
  "X-Rewrite-URL",
  "Content-Security-Policy-Report-Only",
  "X-Invoke-Path",
  "X-Next-Cache-Tags",
  "X-Prerender-Revalidate",
])("the header %s is removed from requests", (name) => expect(isStrippedHeader(name)).toBe(true));

test.each(["accept", "cookie", "origin", "rsc", "next-router-prefetch", "sec-fetch-site", "x-switchboard"])(
  "the header %s is accepted in requests",
  (name) => expect(isStrippedHeader(name)).toBe(false),
);

test("headers are removed from both of their forms", () => {
  const incoming = {
    headers: { host: "evil.example", "x-middleware-subrequest": "proxy", accept: "text/html" },
    rawHeaders: [
      "Host",
      "evil.example",
      "X-Middleware-Subrequest",
      "proxy",
      "Accept",
      "text/html",
      "X-Request-ID",
      "x",
    ],
  } as unknown as IncomingMessage;
  cleanHeaders(incoming, { host: "console.example", "x-request-id": "id" });
  expect(incoming.headers).toEqual({ host: "console.example", "x-request-id": "id", accept: "text/html" });
  expect(incoming.rawHeaders).toEqual(["Accept", "text/html", "host", "console.example", "x-request-id", "id"]);
});

test.each([
  [{ publicOrigin: "https://console.example", host: "0.0.0.0" }, 3000, ["https://console.example"]],
  [{ publicOrigin: undefined, host: "127.0.0.1" }, 4321, ["http://localhost:4321", "http://127.0.0.1:4321"]],
  [{ publicOrigin: undefined, host: "::1" }, 80, ["http://localhost", "http://127.0.0.1", "http://[::1]"]],
])("a console with %o at port %i can be reached at %o", (env, port, origins) => {
  expect(originsOf(env, port)).toEqual(origins);
});

test("only https counts as secure", () => {
  expect(isSecure({ publicOrigin: "https://console.example" })).toBe(true);
  expect(isSecure({ publicOrigin: "http://localhost:3000" })).toBe(false);
  expect(isSecure({ publicOrigin: undefined })).toBe(false);
});

test("Host and X-Forwarded-Host prove no origin", () => {
  const headers = new Headers({
    origin: "https://evil.example",
    host: "evil.example",
    "x-forwarded-host": "console.example",
    "x-switchboard": "1",
  });
  expect(() => requireSameOrigin(headers, new Set(["https://console.example"]))).toThrow(/the address of Switchboard/);
});

test("the policy of a page allows only the sources that pages need", () => {
  expect(pageContentPolicy("bm9uY2U=", false).split("; ")).toEqual([
    "default-src 'none'",
    "script-src 'nonce-bm9uY2U=' 'strict-dynamic'",
    "style-src 'self' 'nonce-bm9uY2U='",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]);
});

test("an answer that is not a page allows no sources", () => {
  expect(closedContentPolicy).toBe("default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'");
});
