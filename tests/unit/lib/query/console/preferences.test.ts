import { expect, test } from "vitest";
import type { PreferencesChange } from "#lib/contract/console/preferences.ts";
import { createPreferenceSaver } from "#lib/query/console/preferences.ts";

test("members changed together are saved together, later members afterwards, and failed ones are handed back", async () => {
  const sent: PreferencesChange[] = [];
  const failed: PreferencesChange[] = [];
  let answer = Promise.withResolvers<void>();
  const save = createPreferenceSaver(
    (change) => failed.push(change),
    (change) => {
      sent.push(change);
      return answer.promise;
    },
  );
  const settled = async () => {
    for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
  };
  save({ columns: ["plan"] });
  save({ density: "compact" });
  await settled();
  expect(sent).toEqual([{ columns: ["plan"], density: "compact" }]);

  save({ timeZone: "UTC" });
  save({ timeZone: null });
  await settled();
  expect(sent).toHaveLength(1);
  const first = answer;
  answer = Promise.withResolvers<void>();
  first.reject(new Error("offline"));
  await settled();
  expect(failed).toEqual([{ columns: ["plan"], density: "compact" }]);
  expect(sent.at(-1)).toEqual({ timeZone: null });
});
