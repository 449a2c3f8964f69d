import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { config, proxy } from "../../proxy.ts";

const ask = (path: string, init: { method?: string; headers?: Record<string, string> } = {}) =>
  proxy(new NextRequest(`https://console.example${path}`, init));

const matcher = new RegExp(`^${config.matcher[0]}$`);

/** Returns a header of the request that the proxy sends to Next. NextResponse stores these headers in its answer. */
const passedOn = (response: Response, name: string) => response.headers.get(`x-middleware-request-${name}`);

test.each([
  "/",
  "/sign-in",
  "/production/customers",
  "/api",
  "/apiary",
  "/favicon.ico",
  "/_next/image",
  "/_next/staticky",
])("%s passes through the proxy", (path) => expect(matcher.test(path)).toBe(true));

test("only the build's own files and the API skip the proxy, and no header lets other requests skip it", () => {
  expect(matcher.test("/_next/static/chunks/a.js")).toBe(false);
  // If the path matched, Next would store the request's body in memory for the proxy function.
  expect(matcher.test("/api/session")).toBe(false);
  expect(JSON.stringify(config)).not.toMatch(/missing|has/);
});

test("each page has its own nonce, which is the same for the browser and for Next", () => {
  const pages = [ask("/sign-in"), ask("/sign-in", { headers: { purpose: "prefetch", "next-router-prefetch": "1" } })];
  const nonces = pages.map((page) => {
    const policy = page.headers.get("content-security-policy") ?? "";
    const nonce = /'nonce-([A-Za-z0-9+/]{22}==)'/.exec(policy)?.[1];
    expect(policy).toMatch(/^default-src 'none'; script-src 'nonce-\S+' 'strict-dynamic';/);
    expect(passedOn(page, "content-security-policy")).toBe(policy);
    expect(passedOn(page, "x-nonce")).toBe(nonce);
    return nonce;
  });
  expect(nonces[0]).toBeTruthy();
  expect(new Set(nonces).size).toBe(2);
});

test("each page has every header that MDN's Observatory counts", () => {
  const { headers } = ask("/sign-in");
  expect(Object.fromEntries(headers)).toMatchObject({
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
  });
  const policy = headers.get("content-security-policy") ?? "";
  for (const directive of ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"]) {
    expect(policy.split("; ")).toContain(directive);
  }
  expect(policy).not.toMatch(/unsafe|https?:|\*/);
});

test("a client's own headers for nonce and policy are replaced", () => {
  const response = ask("/", { headers: { "x-nonce": "evil", "content-security-policy": "script-src 'nonce-evil'" } });
  expect(passedOn(response, "x-nonce")).not.toBe("evil");
  expect(JSON.stringify([...response.headers])).not.toContain("evil");
});

test.each(["POST", "PUT", "DELETE", "OPTIONS"])("the method %s is not allowed for a page", (method) => {
  expect(ask("/production/customers", { method }).status).toBe(405);
});

test.each(["/_next/image?url=%2Fx&w=64&q=75", "/_global-error", "/_global-error.rsc"])(
  "the path %s is answered with 404",
  (path) => {
    expect(ask(path).status).toBe(404);
    expect(ask(path, { method: "HEAD" }).status).toBe(404);
  },
);
