import { expect, test } from "vitest";
import { configurationGuide } from "#server/bff/config/configuration-guide.ts";
import { variablesSchema } from "#server/bff/config/env-schema.ts";

/** After you have added or changed a variable, run this test with `-u` to write the guide again. */
test("the guide describes the variables as the code defines them", async () => {
  await expect(configurationGuide()).toMatchFileSnapshot("../../../../../docs/guide/configuration.md");
});

test("every variable is described once", () => {
  const guide = configurationGuide();
  for (const name of Object.keys(variablesSchema.shape).filter((one) => one !== "NODE_ENV")) {
    expect(guide.split(`| \`${name}\``).length, name).toBe(2);
  }
});
