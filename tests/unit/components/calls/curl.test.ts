import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { curlOf } from "#components/calls/curl.ts";
import type { Call } from "#lib/contract/calls/call.ts";

const call: Call = {
  callID: "replica-1",
  at: "2026-11-22T10:30:00.000Z",
  environment: "sandbox",
  kind: "attempt",
  method: "GET",
  path: "/customers/{customerID}/activities",
  parameters: { customerID: "it's; $(rm -rf /) `id`" },
  query: "limit=25&searchTerm=%27%3B+ls",
  attempt: 1,
  waitMs: 0,
  ms: 1,
  bytes: 2,
  sent: true,
  merged: false,
  stale: false,
  requestID: "a-request",
  cause: { kind: "route", name: "GET /api/:environment/jobs" },
};

/** Returns the arguments that a shell passes to curl for this command. */
const argumentsOf = (command: string) =>
  execFileSync("sh", ["-c", `curl() { printf '%s\\n' "$@"; }; TOKEN=secret; ${command}`], { encoding: "utf8" })
    .trimEnd()
    .split("\n");

test("a shell runs the command as one call, even with special characters in an ID, and the token comes from $TOKEN", () => {
  expect(argumentsOf(curlOf(call, "https://api.example/sandbox"))).toEqual([
    "-H",
    "Authorization: Bearer secret",
    "https://api.example/sandbox/customers/it's%3B%20%24(rm%20-rf%20%2F)%20%60id%60/activities?limit=25&searchTerm=%27%3B+ls",
  ]);
});

test("the curl command of a write says that it changes data, and contains its body if the body was recorded", () => {
  const write = { ...call, method: "PATCH", query: undefined, bodies: { request: `{"plan":"it's"}` } };
  const command = curlOf({ ...write, parameters: { customerID: "c1" } }, "https://api.example/v2");
  expect(command).toMatch(/^# This changes data/);
  expect(argumentsOf(command)).toEqual([
    "-X",
    "PATCH",
    "-H",
    "Authorization: Bearer secret",
    "-H",
    "Content-Type: application/json",
    "-d",
    `{"plan":"it's"}`,
    "https://api.example/v2/customers/c1/activities",
  ]);
});
