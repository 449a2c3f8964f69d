import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { keptFile, keptVersions } from "#tests/fixtures/kept-stores/kept-store.ts";
import { promisedNames } from "#tests/fixtures/kept-stores/promised-names.ts";
import manifest from "../../../package.json" with { type: "json" };

const majorOf = (version: string) => version.split(".", 1)[0];

test("every name that an earlier version of the same major version promises still exists", async () => {
  const present = await promisedNames();
  for (const version of keptVersions.filter((one) => majorOf(one) === majorOf(manifest.version))) {
    const kept: Record<string, readonly string[]> = JSON.parse(readFileSync(keptFile(version, "names"), "utf8"));
    for (const [group, names] of Object.entries(kept)) {
      const left = new Set(present[group]);
      expect([version, group, names.filter((name) => !left.has(name))]).toEqual([version, group, []]);
    }
  }
});

test("the promised names of each group are found", async () => {
  const { chartValues, metrics, variables } = await promisedNames();
  expect(chartValues).toContain("ingress.enabled");
  expect(metrics).toContain("switchboard_audit_push_waiting");
  expect(metrics).toContain("switchboard_store_up");
  expect(variables).toEqual(expect.arrayContaining(["DATABASE_URL_FILE", "OIDC_ISSUER", "PORT"]));
});
