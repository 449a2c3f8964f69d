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
