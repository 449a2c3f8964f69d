import { expect, test } from "vitest";
import { listensOnLoopback } from "#server/bff/start-without-host.ts";

test.each([
  ["next start -H 127.0.0.1", true],
  ["next start -p 3000 --hostname localhost", true],
  ["next start --hostname=::1", true],
  ["next start", false],
  ["next start -p 3000", false],
  ["next start -H 0.0.0.0", false],
  ["next start -H", false],
  ["127.0.0.1", false],
  ["next start -H 127.0.0.1.evil.example", false],
])("%s: %s", (commandLine, loopback) => {
  expect(listensOnLoopback(commandLine.split(" "))).toBe(loopback);
});
