import { randomUUID } from "node:crypto";
import { setImmediate, setTimeout } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type BulkDetail, bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/bulk.ts";
import { createKillableConsole, type KillableConsole } from "#tests/fixtures/killable-console.ts";
import { type ModelApi, startModelApi } from "#tests/fixtures/model-api.ts";

let api: ModelApi;
let console: KillableConsole;

beforeAll(async () => {
  api = await startModelApi();
  console = await createKillableConsole(api.origin);
});

afterAll(async () => {
  await console.close();
  await api.close();
});

async function until(bulkID: string, holds: (it: BulkDetail) => boolean): Promise<BulkDetail> {
  for (;;) {
    const answer = await console.send("GET", `/api/sandbox/bulk/${bulkID}?limit=100`);
    const it = bulkDetailSchema.parse(answer?.json);
    if (holds(it)) return it;
    await setTimeout(5);
  }
}

const step = (bulkID: string, which: string) => console.send("POST", `/api/sandbox/bulk/${bulkID}/${which}`);

test.each([
  ["when a change has arrived and is not made", "no", "unknown"],
  ["when a change is made and not answered", "yes", "changed"],
  ["between two rows", undefined, "changed"],
] as const)(
  "a console that is killed %s goes on after its restart, and sends no row twice",
  async (_when, effect, state) => {
    api.forget();
    const customers = Array.from({ length: 6 }, (_, index) => ({
      ...{ customerID: randomUUID(), jobID: randomUUID(), environment: "sandbox" as const },
      ...{ createdMs: Date.now() - 1_000_000, contract: { term: "monthly", plan: "essential" } },
      body: { companyName: `Acme ${index} ${randomUUID()}` },
    }));
    api.customers.push(...customers);
    await console.start();
    const source = { kind: "ids", customerIDs: customers.map(({ customerID }) => customerID) };
    const begun = await console.send("POST", "/api/sandbox/bulk", { change: { plan: "professional" }, source });
    const { bulkID } = bulkAnswerSchema.parse(begun?.json).bulk;
    await until(bulkID, ({ bulk }) => bulk.state === "ready");
    await step(bulkID, "resume");
    await until(bulkID, ({ bulk }) => bulk.state === "canary-done");
    const third = customers[2]?.customerID ?? "";
    let isKilled = false;
    api.script(({ method, path }) => {
      if (isKilled || method !== "PATCH" || !path.includes(third)) return undefined;
      isKilled = true;
      if (effect === undefined) void setImmediate().then(console.kill);
      else console.kill();
      return effect && { effect, answer: "hang" };
    });
    await step(bulkID, "resume");
    await console.gone();

    await console.start();
    const { rows } = await until(bulkID, (it) => it.bulk.state === "finished" && it.rows[2]?.state === state);
    expect(rows.map((row) => row.state)).toEqual(["changed", "changed", state, "changed", "changed", "changed"]);
    const sent = api.requests.filter(({ method }) => method === "PATCH").map(({ path }) => path);
    expect(sent).toHaveLength(6);
    expect(new Set(sent).size).toBe(6);
    expect(api.customers[2]?.contract.plan).toBe(effect === "no" ? "essential" : "professional");
    if (effect === "no") expect(rows[2]?.reason).toContain("does not send it again");
    console.kill();
    await console.gone();
  },
);
