import { describe, expect, test } from "vitest";
import { assertDevelopmentStaysLocal, isDevelopment } from "#server/bff/config/development.ts";

test("only the flag --development starts development mode", () => {
  expect(isDevelopment(["--development"])).toBe(true);
  for (const argv of [[], ["development"], ["--dev"], ["--development=false"]]) expect(isDevelopment(argv)).toBe(false);
});

describe("development mode works only on this machine", () => {
  test.each([
    { host: "127.0.0.1", publicOrigin: undefined },
    { host: "::1", publicOrigin: "http://[::1]:3000" },
    { host: "localhost", publicOrigin: "http://localhost:3000" },
  ])("development mode accepts $host at $publicOrigin", (env) =>
    expect(() => assertDevelopmentStaysLocal(env)).not.toThrow(),
  );

  test.each([
    { host: "0.0.0.0", publicOrigin: undefined },
    { host: "::", publicOrigin: "http://localhost:3000" },
    { host: "127.0.0.1.evil.example", publicOrigin: undefined },
    { host: "127.0.0.1", publicOrigin: "https://console.example" },
  ])("development mode refuses $host at $publicOrigin", (env) =>
    expect(() => assertDevelopmentStaysLocal(env)).toThrow(/npm start/),
  );
});
