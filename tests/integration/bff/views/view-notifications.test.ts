import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { type ViewSubscription, viewSubscriptionsSchema } from "#lib/contract/console/view-subscription.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { maxReadCallsPerHour } from "#server/bff/views/subscriptions/view-watcher.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";
import { createSettableClock } from "#tests/fixtures/scheduled-exports/export-console.ts";

let bulkConsole: BulkConsole;

afterEach(() => bulkConsole.close());

/** Starts a console whose API has no customers. */
async function start(options: Parameters<typeof startBulkConsole>[0] = {}): Promise<void> {
  bulkConsole = await startBulkConsole({ clock: createFastClock(60, 1), ...options });
  bulkConsole.api.customers.length = 0;
}

const editors = [
  { email: "edith@test.example", role: "editor" },
  { email: "vera@test.example", role: "viewer" },
] as const;

const send = (method: string, path: string, body?: unknown, cookie = bulkConsole.editor) =>
  bulkConsole.console.send(method, path, { cookie, ...(body !== undefined && { body }) });
const listAll = () => send("GET", "/api/sandbox/customers?datefrom=1970-01-01&includeDeleted=true&limit=100");
const tag = (customerID = "", tags: string[] = []) =>
  send("PUT", `/api/sandbox/customers/${customerID}/tags`, { tags });
async function viewNotifications() {
  const answer = await send("GET", "/api/me/notifications?limit=100");
  return ownNotificationListSchema.parse(await answer.json()).notifications.filter(({ kind }) => kind === "view");
}
async function until<Value>(read: () => Promise<Value>, holds: (value: Value) => boolean): Promise<Value> {
  for (;;) {
    const value = await read();
    if (holds(value)) return value;
    await setTimeout(25);
  }
}
async function subscription(): Promise<ViewSubscription | undefined> {
  const answer = await send("GET", "/api/sandbox/view-subscriptions");
  return viewSubscriptionsSchema.parse(await answer.json()).subscriptions[0];
}
const evaluatedAfter = (before: string | undefined) =>
  until(subscription, (current) => current?.evaluatedAt !== undefined && current.evaluatedAt > (before ?? ""));

test("a person gets one notification when a customer enters or leaves a view after the first evaluation", async () => {
  await start();
  const [first, second] = bulkConsole.addCustomers(2);
  await tag(first?.customerID, ["pilot"]);
  const saved = await send("POST", "/api/views", { name: "Pilots", query: "window=all&tag=pilot" });
  const { viewID } = viewAnswerSchema.parse(await saved.json()).view;
  expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(204);
  // No answer of the API has shown the number of its customers yet.
  expect((await until(subscription, (current) => current?.problem !== undefined))?.problem?.message).toContain(
    "not known completely",
  );
  await listAll();
  const { evaluatedAt } = (await evaluatedAfter("")) ?? {};
  expect(await subscription()).toMatchObject({ viewID, customers: 1 });
  expect(await viewNotifications()).toEqual([]);
  await tag(second?.customerID, ["pilot"]);
  await tag(first?.customerID, []);
  const [one, other] = await until(viewNotifications, ({ length }) => length === 2);
  expect([one, other].map((item) => [item?.state, item?.title]).toSorted()).toEqual([
    ["entered", `${second?.body.companyName}, “Pilots”`],
    ["left", `${first?.body.companyName}, “Pilots”`],
  ]);
  const next = await evaluatedAfter((await evaluatedAfter(evaluatedAt))?.evaluatedAt);
  expect(next).toMatchObject({ customers: 1 });
  expect(await viewNotifications()).toHaveLength(2);
  expect((await send("DELETE", `/api/views/${viewID}`)).status).toBe(204);
  await until(subscription, (current) => current === undefined);
  expect(await viewNotifications()).toHaveLength(2);
});

test("a person can subscribe only to a view that the person may see and that can be evaluated", async () => {
  await start();
  const saved = await send("POST", "/api/views", { name: "Old", query: "window=all&ageFrom=24" });
  const { viewID } = viewAnswerSchema.parse(await saved.json()).view;
  expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(400);
  expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`, undefined, bulkConsole.viewer)).status).toBe(
    404,
  );
  expect((await send("DELETE", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(404);
});

describe("without known customers", () => {
  const variables = { KNOWN_CUSTOMERS: "off" };
  let clock: ReturnType<typeof createSettableClock>;
  beforeEach(() => {
    clock = createSettableClock(Date.now());
    signedInAt = clock.now();
  });
  let signedInAt: number;
  /** Sets the clock forward. Before the session ends, the person signs in again. */
  async function pass(ms: number): Promise<void> {
    clock.set(clock.now() + ms);
    if (clock.now() < signedInAt + hourMs / 4) return;
    bulkConsole.editor = await bulkConsole.console.signIn("edith@test.example");
    signedInAt = clock.now();
  }
  const subscribe = async (name: string, query: string) => {
    const saved = await send("POST", "/api/views", { name, query });
    const { viewID } = viewAnswerSchema.parse(await saved.json()).view;
    expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(204);
  };

  test("a customer that was erased here does not enter a view, although the API still lists it", async () => {
    await start({ clock, variables, staff: [...editors, { email: "ada@test.example", role: "administrator" }] });
    const [erased] = bulkConsole.addCustomers(2);
    await subscribe("All", "window=all");
    const { evaluatedAt } = (await evaluatedAfter("")) ?? {};
    const ada = await bulkConsole.console.signIn("ada@test.example");
    const known = `/api/sandbox/customers/${erased?.customerID}/known`;
    expect((await send("DELETE", known, undefined, ada)).status).toBe(204);
    const [enters] = bulkConsole.addCustomers(1);
    await pass(hourMs);
    await evaluatedAfter(evaluatedAt);
    expect((await viewNotifications()).map(({ title, state }) => [state, title])).toEqual([
      ["entered", `${enters?.customerID}, “All”`],
    ]);
    expect(await subscription()).toMatchObject({ customers: 2 });
  });

  test("the evaluations of all views together need at most 600 calls in any hour, and each view has its turn", async () => {
    await start({ clock, variables });
    const [views, callsOfView] = [13, 50];
    bulkConsole.addCustomers(callsOfView * 99);
    const calledAt: number[] = [];
    bulkConsole.api.script(({ path }) => {
      if (path.startsWith("/customers")) calledAt.push(clock.now());
      return undefined;
    });
    const evaluated = async () => {
      const answer = await send("GET", "/api/sandbox/view-subscriptions");
      const { subscriptions } = viewSubscriptionsSchema.parse(await answer.json());
      return subscriptions.filter(({ evaluatedAt }) => evaluatedAt !== undefined).length;
    };
    for (let index = 0; index < views; index += 1) await subscribe(`View ${index}`, "window=all");
    for (let count = 0; count < views; count = await evaluated()) {
      // Moves the clock forward only while no evaluation is running.
      if (calledAt.length === count * callsOfView) await pass(60_000);
      else await setTimeout(10);
    }
    expect(calledAt.length).toBeGreaterThan(maxReadCallsPerHour);
    const inHourAfter = (fromMs: number) => calledAt.filter((ms) => ms >= fromMs && ms < fromMs + hourMs).length;
    expect(Math.max(...calledAt.map(inHourAfter))).toBeLessThanOrEqual(maxReadCallsPerHour);
  });
});
