import { expect, test } from "vitest";
import { originWithoutHost } from "#server/bff/start-without-host.ts";

const upstream = { baseUrl: "https://api.example", credentials: {} };
const publicOrigin = "https://console.example";

test("a configured console in production starts without the host, at its public origin", () => {
  expect(originWithoutHost({ upstream, publicOrigin }, "production")).toBe(publicOrigin);
});

test.each([
  ["demo mode", { upstream: null, publicOrigin: "http://localhost:3000" }, "production", "npm start"],
  ["a console without a public origin", { upstream, publicOrigin: undefined }, "production", "PUBLIC_ORIGIN"],
  ["development", { upstream, publicOrigin }, "development", "npm run dev"],
  ["a console without NODE_ENV", { upstream, publicOrigin }, undefined, "npm run dev"],
])("the console does not start without the host in this case: %s", (_what, env, nodeEnv, word) => {
  expect(() => originWithoutHost(env, nodeEnv)).toThrow(word);
});
