import { expect, test } from "vitest";
import { createBrowserCookie } from "#server/bff/access/sessions/browser-cookie.ts";

const plain = createBrowserCookie(false);
const secure = createBrowserCookie(true);
const id = plain.newBrowserID();

test("an ID is 256 random bits, and no two are the same", () => {
  expect(id).toMatch(/^[\w-]{43}$/);
  expect(new Set(Array.from({ length: 100 }, plain.newBrowserID)).size).toBe(100);
});

test("the browser's cookie is valid for half a year, and scripts and other sites cannot read it", () => {
  const attributes = "Path=/; Max-Age=15552000; HttpOnly; SameSite=Strict";
  expect(plain.keep(id)).toBe(`switchboard-browser=${id}; ${attributes}`);
  expect(secure.keep(id)).toBe(`__Host-switchboard-browser=${id}; ${attributes}; Secure`);
});

test.each([
  [`switchboard-browser=${id}`, id],
  [`a=1; switchboard-browser=${id}; b=2`, id],
  [null, null],
  ["", null],
  ["a=1", null],
  [`switchboard-browser=${id}; switchboard-browser=${id}`, null],
  [`switchboard-browser=${id}x`, null],
  [`switchboard-browser=x${id.slice(1)}.`, null],
  [`switchboard-browser=.${id}`, null],
  [`switchboard-browser=${id.slice(1)}`, null],
  [`__Host-switchboard-browser=${id}`, null],
])("the header %j is read as %j", (header, expected) => {
  expect(plain.read(header)).toBe(expected);
});

test("on https only the cookie name that is bound to the host counts", () => {
  expect(secure.read(`__Host-switchboard-browser=${id}`)).toBe(id);
  expect(secure.read(`switchboard-browser=${id}`)).toBeNull();
});
