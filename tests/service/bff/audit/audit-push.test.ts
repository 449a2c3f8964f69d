import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/api-client/clock.ts";
import { createAuditPush, pushIDOf } from "#server/bff/audit/audit-push.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { pushThroughKills } from "#tests/fixtures/audit/kill-receiver.ts";
import { receiverSecret } from "#tests/fixtures/audit/secret.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const probed = { actor: { kind: "console" }, action: "api.probed", outcome: "done" } as const;

/** Starts a receiver. It answers each request with the status that `statusOf` returns. */
async function startReceiver(statusOf: (count: number) => number) {
  const ids: string[] = [];
  const server = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]));
    request.resume().on("end", () => response.writeHead(statusOf(ids.length), { location: "/elsewhere" }).end());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return { ids, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

function startPush(store: ConsoleStore, url: string) {
  const services = { clock: systemClock, log: createLog("silent"), store, random: () => 1 };
  const push = createAuditPush(services, { url, secret: receiverSecret, firstRetryMs: 5 });
  push.start();
  onTestFinished(() => push.close());
  return push;
}

describe.each(testDialects.map((dialect) => ({ dialect })))("the audit push on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestStore(dialect, (opened) => {
    store = opened;
  });
  const append = async (count: number) => {
    for (let index = 0; index < count; index += 1) await store.audit.append(probed, Date.now());
  };
  const expectedIDs = async () =>
    (await store.audit.list({}, { order: "oldest", limit: 1_000 })).map((event) => pushIDOf(event));

  test("no event is lost when the receiver and the console are killed, and repeated events keep their ID", async () => {
    // One kill comes before the receiver answers, the other kill at a random time. `npm run soak -- audit-push` makes a
    // hundred kills.
    const { events, lost, wrong, unanswered, repeats } = await pushThroughKills(store, 2);
    expect({ events, lost, wrong, unanswered }).toEqual({ events: 12, lost: [], wrong: [], unanswered: 1 });
    expect(repeats).toBeGreaterThanOrEqual(unanswered);
  });

  test("a refused event is repeated before the push continues, no redirect is followed, and the problem is reported", async () => {
    const statuses = [204, 500, 302, 404, 200];
    const receiver = await startReceiver((count) => statuses[count - 1] ?? 200);
    await append(3);
    const push = startPush(store, receiver.url);
    await expect.poll(() => push.state()).toEqual({ waiting: 0 });
    const [first, second, third] = await expectedIDs();
    expect(receiver.ids).toEqual([first, second, second, second, second, third]);
    await store.auditPush.take("another", 10_000);
    await store.auditPush.fail("another", "The receiver answered 500.", 60_000);
    await append(1);
    expect(await push.state()).toMatchObject({
      waiting: 1,
      problem: "The receiver answered 500.",
      retryAt: expect.any(String),
    });
  });

  test.runIf(dialect === "postgres")("one replica at a time pushes the events, in order, each event once", async () => {
    const other = await openStore(database.url);
    onTestFinished(() => other.close());
    const receiver = await startReceiver(() => 204);
    const pushes = [startPush(store, receiver.url), startPush(other, receiver.url)];
    await append(40);
    await expect.poll(() => pushes[0]?.state()).toEqual({ waiting: 0 });
    await Promise.all(pushes.map((push) => push.close()));
    expect(receiver.ids).toEqual(await expectedIDs());
  });

  test("another replica takes over the push of one that has ended, after its lease or at once if it is the only one", async () => {
    expect(await store.auditPush.take("gone", 60_000)).toBe(true);
    expect(await store.auditPush.take("next", 60_000)).toBe(false);
    if (dialect === "sqlite") await store.auditPush.releaseAll();
    else await store.auditPush.take("gone", -1);
    expect(await store.auditPush.take("next", 60_000)).toBe(true);
    expect(await store.auditPush.accept("gone", { sequence: 1, hash: "" }, 60_000)).toBe(false);
  });
});
