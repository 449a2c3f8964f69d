import { setTimeout } from "node:timers/promises";
import { describe, expect, onTestFinished, test } from "vitest";
import { ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { viewAnswerSchema } from "#lib/contract/console/view.ts";
import { viewSubscriptionsSchema } from "#lib/contract/console/view-subscription.ts";
import { startModelApi } from "#tests/fixtures/api/model-api.ts";
import { createKillableConsole } from "#tests/fixtures/console/processes/killable-console.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { createSharedClock } from "#tests/fixtures/fast-clock.ts";
import { addCustomers } from "#tests/fixtures/scheduled-exports/export-console.ts";

describe.runIf(testDialects.includes("postgres"))("three replicas on postgres", () => {
  test("send one notification for each view that a customer has entered", async () => {
    const fastSince = Date.now();
    const clock = createSharedClock(fastSince);
    const api = await startModelApi({ now: clock.now });
    const one = await createKillableConsole(api.origin, { dialect: "postgres", fastSince });
    const replicas = [one, one.beside(), one.beside()];
    onTestFinished(async () => {
      for (const replica of replicas.toReversed()) await replica.close();
      await api.close();
    });
    await one.start();
    await Promise.all(replicas.slice(1).map((replica) => replica.start()));
    api.customers.length = 0;
    const [customerID = ""] = addCustomers(api, ["Acme"], clock.now() - 1_000_000);
    const names = ["Pilots 1", "Pilots 2", "Pilots 3", "Pilots 4", "Pilots 5", "Pilots 6"];
    for (const name of names) {
      const saved = await one.send("POST", "/api/views", { name, query: "window=all&tag=pilot" });
      const { viewID } = viewAnswerSchema.parse(saved?.json).view;
      expect((await one.send("PUT", `/api/sandbox/view-subscriptions/${viewID}`))?.status).toBe(204);
    }
    // Each replica keeps its own index of the known customers, so each of them needs the number of all customers.
    for (const { send } of replicas) {
      await send("GET", "/api/sandbox/customers?datefrom=1970-01-01&includeDeleted=true&limit=100");
    }
    /** Waits until every view was evaluated completely after `fromMs`. */
    async function evaluatedAfter(fromMs: number): Promise<void> {
      for (;;) {
        const answer = await one.send("GET", "/api/sandbox/view-subscriptions");
        const { subscriptions } = viewSubscriptionsSchema.parse(answer?.json);
        if (subscriptions.every(({ evaluatedAt = "" }) => Date.parse(evaluatedAt) > fromMs)) return;
        await setTimeout(100);
      }
    }
    async function titles(): Promise<string[]> {
      const answer = await one.send("GET", "/api/me/notifications?limit=100");
      const { notifications } = ownNotificationListSchema.parse(answer?.json);
      return notifications.map(({ state, title }) => `${state}: ${title}`).toSorted();
    }
    await evaluatedAfter(0);
    expect(await titles()).toEqual([]);
    await one.send("PUT", `/api/sandbox/customers/${customerID}/tags`, { tags: ["pilot"] });
    const entered = names.map((name) => `entered: Acme, “${name}”`);
    // Waits until each view was evaluated twice after the tag was added.
    await evaluatedAfter(clock.now());
    await evaluatedAfter(clock.now());
    expect(await titles()).toEqual(entered);
  }, 120_000);
});
