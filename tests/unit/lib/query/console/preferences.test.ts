import { beforeEach, expect, test, vi } from "vitest";
import type { PreferencesChange } from "#lib/contract/console/preferences.ts";
import { createPreferenceSaver } from "#lib/query/console/preferences.ts";

let page: EventTarget;

beforeEach(() => {
  page = new EventTarget();
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("removeEventListener", page.removeEventListener.bind(page));
});

const settled = async () => {
  for (let turn = 0; turn < 5; turn += 1) await Promise.resolve();
};

test("members that change together are saved together, later members afterwards, and failed members are returned", async () => {
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

test.each(["beforeunload", "pagehide"])(
  "a change that waits for another change is sent at once on %s",
  async (event) => {
    const sent: PreferencesChange[] = [];
    const first = Promise.withResolvers<void>();
    const save = createPreferenceSaver(
      () => {},
      (change) => {
        sent.push(change);
        return first.promise;
      },
    );
    save({ columns: ["plan"] });
    await settled();
    save({ columns: ["plan", "term"] });
    page.dispatchEvent(new Event(event));
    expect(sent).toEqual([{ columns: ["plan"] }, { columns: ["plan", "term"] }]);

    first.resolve();
    await settled();
    page.dispatchEvent(new Event(event));
    expect(sent).toHaveLength(2);
  },
);
