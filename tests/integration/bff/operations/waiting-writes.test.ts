import { setImmediate } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { bulkAnswerSchema } from "#lib/contract/operations/bulk.ts";
import type { Operation } from "#lib/contract/operations/operation.ts";
import type { Services } from "#server/bff/rooms.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { decided, startProposalConsole } from "#tests/fixtures/assistants/proposal-console.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { servicesRoom } from "#tests/fixtures/console/services-room.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

/** The number of calls that the API client sends at the same time. */
const places = 32;

/**
 * A console whose API client gets no free place for the first write that is marked as sent. `waiting` resolves when that
 * write waits in the queue. `release` frees the places.
 */
async function start(dialect: (typeof testDialects)[number]) {
  let services: Services | undefined;
  const held = Promise.withResolvers<void>();
  const waits = Promise.withResolvers<void>();
  let isFilled = false;
  const client = () => {
    const sandbox = services?.clients.get("sandbox");
    if (!sandbox) throw new Error("There is no client of the sandbox");
    return sandbox;
  };

  async function untilQueue(holds: (queue: { running: number; waiting: number }) => boolean): Promise<void> {
    while (!holds(client().status().queue)) await setImmediate();
  }

  async function fillQueue(): Promise<void> {
    if (isFilled) return;
    isFilled = true;
    for (let index = 0; index < places; index += 1) {
      const call = { requestID: `held-${index}`, caller: `caller ${index}` };
      client()
        .getJob(`held-${index}`, call)
        .catch(() => {});
    }
    await untilQueue(({ running }) => running === places);
    void untilQueue(({ waiting }) => waiting === 1).then(waits.resolve);
  }

  const proposals = await startProposalConsole({
    dialect,
    furtherRooms: [
      servicesRoom((given) => {
        services = given;
      }),
    ],
    async openStore(...given) {
      const store = await openStore(...given);
      const { markSent } = store.operations;
      const operations: typeof store.operations = {
        ...store.operations,
        async markSent(...mark) {
          const marked = await markSent(...mark);
          await fillQueue();
          return marked;
        },
      };
      return { ...store, operations };
    },
  });
  onTestFinished(proposals.close);
  proposals.api.script(async ({ path }) => {
    if (path.startsWith("/jobs/held-")) await held.promise;
    return undefined;
  });
  return { ...proposals, waiting: waits.promise, release: held.resolve };
}

type World = Awaited<ReturnType<typeof start>>;

const notSent = (name: string) =>
  `${name} may no longer change contracts in sandbox. Nothing was sent and nothing was changed.`;

const operations = async ({ console }: World): Promise<Operation[]> => {
  const cookie = await console.signIn("vera@test.example");
  const answer = await console.send("GET", "/api/sandbox/operations", { cookie });
  return ((await answer.json()) as { operations: Operation[] }).operations;
};

describe.each(testDialects)("a write that waits in the queue of the API client, on %s", (dialect) => {
  test.each([
    ["is demoted", { role: "viewer" }],
    ["is disabled", { state: "disabled" }],
    ["loses the environment", { environments: ["production"] }],
  ])("is not sent if its author %s meanwhile", async (_what, change) => {
    const world = await start(dialect);
    const answering = world.change(world.customerID, { plan: "enterprise" });
    await world.waiting;
    expect((await world.changePerson("edith@test.example", change)).status).toBe(200);
    world.release();
    const answer = await answering;
    expect([answer.status, await answer.json()]).toMatchObject([
      403,
      { code: "forbidden", detail: notSent("edith@test.example") },
    ]);
    expect(world.patches()).toBe(0);
    expect(await operations(world)).toMatchObject([
      { state: "rejected", outcome: "failed", problem: { code: "forbidden" } },
    ]);
  });

  test("is sent if its author still has the permission", async () => {
    const world = await start(dialect);
    const answering = world.change(world.customerID, { plan: "enterprise" });
    await world.waiting;
    expect((await world.changePerson("edith@test.example", { role: "administrator" })).status).toBe(200);
    world.release();
    expect((await answering).status).toBe(200);
    expect(world.patches()).toBe(1);
  });

  test("is not sent if the key of its API client is revoked meanwhile", async () => {
    const world = await start(dialect);
    const { console, ada, customerID } = world;
    const { client, key } = await createTestClient(console, ada, { role: "editor" });
    const path = `/api/sandbox/customers/${customerID}/contract`;
    const answering = sendWithKey(console, key, "PATCH", path, { body: { plan: "enterprise" } });
    await world.waiting;
    expect((await console.send("DELETE", `/api/clients/${client.clientID}`, { cookie: ada })).status).toBe(204);
    world.release();
    expect((await answering).status).toBe(403);
    expect(world.patches()).toBe(0);
  });

  test("of an accepted proposal is not sent if the person who accepted is demoted", async () => {
    const world = await start(dialect);
    const proposal = await world.propose();
    const accepting = world.accept(proposal);
    await world.waiting;
    expect((await world.changePerson("emil@test.example", { role: "viewer" })).status).toBe(200);
    world.release();
    expect((await decided(await accepting)).operation).toMatchObject({
      outcome: "failed",
      problem: { code: "forbidden", detail: notSent("emil@test.example") },
    });
    expect(world.patches()).toBe(0);
  });

  test("of an accepted proposal is sent if the assistant's key is revoked, because a person has decided", async () => {
    const world = await start(dialect);
    const { console, ada, assistant } = world;
    const accepting = world.accept(await world.propose());
    await world.waiting;
    expect((await console.send("DELETE", `/api/clients/${assistant.client.clientID}`, { cookie: ada })).status).toBe(
      204,
    );
    world.release();
    expect((await decided(await accepting)).operation).toMatchObject({ outcome: "done" });
    expect(world.patches()).toBe(1);
  });

  test("of a bulk change is not sent, and its row waits for another person", async () => {
    const world = await start(dialect);
    const customerIDs = world.addCustomers(2).map(({ customerID }) => customerID);
    const { bulkID } = await world.checked(customerIDs);
    bulkAnswerSchema.parse(await (await world.step(bulkID, "resume")).json());
    await world.waiting;
    expect((await world.changePerson("edith@test.example", { role: "viewer" })).status).toBe(200);
    world.release();
    // The row waits again. Another person who has the permission can continue the bulk change.
    const { bulk } = await world.until(bulkID, "first-done");
    expect(bulk.counts).toMatchObject({ ready: 2 });
    expect(world.patches()).toBe(0);
    expect(await operations(world)).toMatchObject([
      { state: "rejected", problem: { code: "not_sent", detail: notSent("edith@test.example") } },
    ]);
  });
});
