import type { IncomingHttpHeaders } from "node:http";
import { expect, test } from "vitest";
import { decodableAddress, dropUnreadableRouterState } from "#server/bff/http/listener/unreadable-requests.ts";

const readable = encodeURIComponent(JSON.stringify(["", { children: ["__PAGE__", {}] }, null, null]));
const unreadable = [
  "%",
  "%E0%A4%A",
  "{",
  "null",
  '"text"',
  "[]",
  "%5B%5D",
  '["",{"children":[1]}]',
  "[".repeat(12_000),
];

test.each(unreadable)("a router state that Next cannot read is removed: %.30s", (value) => {
  const headers: IncomingHttpHeaders = { rsc: "1", "next-router-state-tree": value };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual({ rsc: "1" });
});

test("a router state that Next can read stays, and a request without a router state is unchanged", () => {
  const headers: IncomingHttpHeaders = { "next-router-state-tree": readable };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual({ "next-router-state-tree": readable });
  const none: IncomingHttpHeaders = { rsc: "1" };
  dropUnreadableRouterState(none);
  expect(none).toEqual({ rsc: "1" });
});

test.each([
  ["/sandbox/jobs/%", "/sandbox/jobs/%25"],
  ["/sandbox/jobs/%E0%A4%A?x=%", "/sandbox/jobs/%25E0%25A4%25A?x=%"],
  ["/sandbox/jobs/a%20b?x=%&y=?", "/sandbox/jobs/a%20b?x=%&y=?"],
  ["*", "*"],
])("the path of %s can be decoded", (url, decodable) => {
  expect(decodableAddress(url)).toBe(decodable);
});
