import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { dropUnreadableRouterState, dropUnreadableRouterStates } from "#server/bff/http/router-state.ts";

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

test.each(unreadable)("a router state that Next cannot read is dropped: %.30s", (value) => {
  const headers: IncomingHttpHeaders = { rsc: "1", "next-router-state-tree": value };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual({ rsc: "1" });
});

test("a router state that Next can read stays, and a request without one is left alone", () => {
  const headers: IncomingHttpHeaders = { "next-router-state-tree": readable };
  dropUnreadableRouterState(headers);
  expect(headers).toEqual({ "next-router-state-tree": readable });
  const none: IncomingHttpHeaders = { rsc: "1" };
  dropUnreadableRouterState(none);
  expect(none).toEqual({ rsc: "1" });
});

test("a server that somebody else has made sees no unreadable router state either", async () => {
  dropUnreadableRouterStates();
  const server = createServer(({ headers }, answer) => {
    answer.end(JSON.stringify(headers["next-router-state-tree"] ?? null));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const seen = async (value: string) => (await fetch(address, { headers: { "next-router-state-tree": value } })).json();
  expect(await seen("%")).toBeNull();
  expect(await seen(readable)).toBe(readable);
  await new Promise((resolve) => server.close(resolve));
});
