import { setTimeout } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { type ViewSubscription, viewSubscriptionsSchema } from "#lib/contract/console/view-subscription.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";
import { createFastClock } from "#tests/fixtures/fast-clock.ts";

let bulkConsole: BulkConsole;

beforeEach(async () => {
  bulkConsole = await startBulkConsole({ clock: createFastClock(60, 1) });
  bulkConsole.api.customers.length = 0;
});

afterEach(() => bulkConsole.close());

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
  const saved = await send("POST", "/api/views", { name: "Old", query: "window=all&ageFrom=24" });
  const { viewID } = viewAnswerSchema.parse(await saved.json()).view;
  expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(400);
  expect((await send("PUT", `/api/sandbox/view-subscriptions/${viewID}`, undefined, bulkConsole.viewer)).status).toBe(
    404,
  );
  expect((await send("DELETE", `/api/sandbox/view-subscriptions/${viewID}`)).status).toBe(404);
});
