import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { PHASE_DEVELOPMENT_SERVER } from "next/constants.js";
import { expect, test } from "vitest";
import { pagePatterns } from "#lib/paths.ts";
import { placeNames, placeOf } from "#lib/places.ts";
import configIn from "../../next.config.mjs";

test("every earlier URL of a page redirects permanently, and is not the URL of another page", async () => {
  const { redirects } = await configIn(PHASE_DEVELOPMENT_SERVER);
  const earlier = placeNames.flatMap((name) => placeOf(name).movedFrom ?? []);
  expect(earlier.filter((pattern) => pagePatterns.includes(pattern))).toEqual([]);
  expect(await redirects?.()).toEqual([
    {
      source: "/:environment(production|sandbox)/api-profile",
      destination: "/:environment/api-behaviour",
      permanent: true,
    },
    { source: "/profile", destination: "/account", permanent: true },
    { source: "/status", destination: "/console-health", permanent: true },
  ]);
  expect(earlier).toHaveLength(3);
});

test.each([undefined, "", "0"])("loading Next's configuration switches telemetry off, also if it was %j", (before) => {
  const program = `
    await import("./next.config.mjs");
    const { createRequire } = await import("node:module");
    const { Telemetry } = createRequire(process.cwd() + "/next.config.mjs")("next/dist/telemetry/storage.js");
    process.stdout.write(String(new Telemetry({ distDir: ".next" }).isEnabled));
  `;
  const env = { ...process.env, NEXT_TELEMETRY_DISABLED: before };
  const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { env, encoding: "utf8" });
  expect(stdout).toBe("false");
});

test("the image and the systemd unit switch Next's telemetry off", () => {
  expect(readFileSync("Dockerfile", "utf8")).toMatch(/^ENV .*\bNEXT_TELEMETRY_DISABLED=1\b/m);
  expect(readFileSync("deploy/systemd/switchboard.service", "utf8")).toMatch(
    /^Environment=.*\bNEXT_TELEMETRY_DISABLED=1\b/m,
  );
});
