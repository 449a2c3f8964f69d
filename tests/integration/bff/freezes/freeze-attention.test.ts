import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import { attentionListSchema } from "#lib/contract/console/attention.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { startPlannedConsole } from "#tests/fixtures/planned/planned-console.ts";

test("due changes are missed in a freeze, and Attention shows the responsible person that a freeze stops an end", async () => {
  const planned = await startPlannedConsole();
  onTestFinished(planned.close);
  const { console, administrator, editor, other } = planned;
  const freeze = (method: string, body: object) =>
    console.send(method, "/api/sandbox/freeze", { cookie: administrator, body });
  const freezeItems = async (cookie: string, query = "?mine") => {
    const answer = await console.send("GET", `/api/attention${query}`, { cookie });
    return attentionListSchema.parse(await answer.json()).items.filter(({ kind }) => kind === "freeze");
  };
  const [temporary, late] = [planned.addCustomer(), planned.addCustomer()];
  const first = await planned.plan(temporary, { until: planned.ahead(40 * minuteMs) });
  const second = await planned.plan(late, { at: planned.ahead(30 * minuteMs) });
  planned.pass(10 * minuteMs);
  await planned.until(first, ({ steps }) => steps[0]?.state === "done");
  const freezeID = randomUUID();
  const set = { freezeID, scope: "all", reason: "Porting", includesReverts: true };
  expect((await freeze("PUT", set)).status).toBe(200);

  // Only the responsible person must act, because the end of the temporary change is stopped.
  await expect.poll(() => freezeItems(editor)).toMatchObject([{ state: "reverts", environment: "sandbox" }]);
  expect(await freezeItems(other)).toEqual([]);

  // During the freeze, the latest time of the second change and the end of the temporary change pass.
  planned.pass(85 * minuteMs);
  await planned.until(second, ({ state }) => state === "missed");
  expect(await planned.read(first)).toMatchObject({ state: "scheduled", held: true });
  expect([temporary.contract.plan, late.contract.plan]).toEqual(["professional", "essential"]);

  expect((await freeze("DELETE", { freezeID, reason: "Ported" })).status).toBe(200);
  await planned.until(first, ({ state }) => state === "done");
  expect(temporary.contract.plan).toBe("essential");
  await expect.poll(() => freezeItems(editor, "")).toMatchObject([{ state: "released" }]);
});
