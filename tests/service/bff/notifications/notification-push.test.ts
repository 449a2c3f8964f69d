import { createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, onTestFinished, test } from "vitest";
import { systemClock } from "#server/api-client/clock.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { attentionNotification } from "#server/bff/core/notification.ts";
import { createOrigins } from "#server/bff/core/origins.ts";
import { createNotificationPush } from "#server/bff/notifications/notification-push.ts";
import { type ConsoleStore, openStore } from "#server/bff/store/open-store.ts";
import { notificationIDOf } from "#server/bff/store/push/append-notifications.ts";
import { receiverSecret } from "#tests/fixtures/audit/secret.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const item = (id: string, cause?: string) =>
  attentionNotification({
    kind: "unknown",
    id,
    environment: "sandbox",
    title: "Ahorn & Söhne",
    person: { staffID: "s1", email: "edith@test.example" },
    href: `/sandbox/operations/${id}`,
    ...(cause !== undefined && { cause }),
  });

const idOf = (id: string, cause?: string) => notificationIDOf(item(id, cause).key);

type Answer = (response: ServerResponse, request: IncomingMessage) => void;

/** Starts a receiver that stores its requests. `answers` returns the answer to each request. */
async function startReceiver(answers: (count: number) => Answer, port = 0) {
  const received: { id: string; body: string; isSigned: boolean }[] = [];
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => {
      const body = Buffer.concat(parts).toString();
      const id = String(request.headers["webhook-id"]);
      const key = Buffer.from(
        receiverSecret.replace("whsec_", ""),
        receiverSecret.startsWith("whsec_") ? "base64" : "utf8",
      );
      const signed = `${id}.${request.headers["webhook-timestamp"]}.${body}`;
      const expected = `v1,${createHmac("sha256", key).update(signed).digest("base64")}`;
      received.push({ id, body, isSigned: request.headers["webhook-signature"] === expected });
      answers(received.length)(response, request);
    });
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const kill = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(() => (server.listening ? kill() : undefined));
  return { received, kill, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/in` };
}

const status =
  (code: number): Answer =>
  (response) =>
    void response.writeHead(code).end();

function startPush(store: ConsoleStore, url: string, requestMs = 10_000) {
  const services = {
    clock: systemClock,
    log: createLog("silent"),
    store,
    origins: createOrigins(["https://console.example"]),
  };
  const push = createNotificationPush(services, () => 1, { url, secret: receiverSecret, firstRetryMs: 5, requestMs });
  push.start();
  onTestFinished(() => push.close());
  return push;
}

describe.each(testDialects.map((dialect) => ({ dialect })))("the notification endpoint on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestStore(dialect, (opened) => {
    store = opened;
  });

  test("the endpoint gets each event signed, with the complete URL of the page, and without an e-mail address", async () => {
    const { received, url } = await startReceiver(() => status(204));
    const push = startPush(store, url);
    await store.notifications.append([item("a")], Date.parse("2026-11-22T09:00:00Z"));
    await expect.poll(() => push.state()).toEqual({ waiting: 0 });
    expect(received).toHaveLength(1);
    expect(received[0]).toMatchObject({ id: idOf("a"), isSigned: true });
    expect(JSON.parse(received[0]?.body ?? "")).toEqual({
      type: "attention.opened",
      timestamp: "2026-11-22T09:00:00.000Z",
      data: {
        environment: "sandbox",
        kind: "unknown",
        id: "a",
        title: "Ahorn & Söhne",
        staffID: "s1",
        url: "https://console.example/sandbox/operations/a",
      },
    });
    expect(received[0]?.body).not.toContain("@test.example");
  });

  test("the endpoint gets the event again after a refusal, a timeout and a broken answer, with the same ID and before newer events", async () => {
    const answers: Answer[] = [
      status(500),
      // This answer never arrives. The console stops waiting, and cannot know whether the receiver got the
      // notification.
      () => {},
      (response) => void response.socket?.destroy(),
      status(302),
    ];
    const { received, url } = await startReceiver((count) => answers[count - 1] ?? status(200));
    await store.notifications.append([item("first")], 1_000);
    await store.notifications.append([item("second")], 2_000);
    const push = startPush(store, url, 50);
    await expect.poll(() => push.state()).toEqual({ waiting: 0 });
    const ids = received.map(({ id }) => id);
    // On a busy machine, more than one request may get no answer in time.
    const firsts = ids.lastIndexOf(idOf("first")) + 1;
    expect(firsts).toBeGreaterThanOrEqual(5);
    expect(ids).toEqual([...Array(firsts).fill(idOf("first")), ...Array(ids.length - firsts).fill(idOf("second"))]);
    expect(ids).toContain(idOf("second"));
    expect(received.every(({ isSigned }) => isSigned)).toBe(true);
  });

  test("a restarted endpoint gets the notifications that were stored in the meantime", async () => {
    const first = await startReceiver(() => status(204));
    const push = startPush(store, first.url);
    await store.notifications.append([item("before")], 1_000);
    await expect.poll(() => push.state()).toEqual({ waiting: 0 });
    await first.kill();
    await store.notifications.append([item("meanwhile")], 2_000);
    push.wake();
    await expect.poll(() => push.state()).toMatchObject({ waiting: 1, problem: "The receiver did not answer." });
    const second = await startReceiver(() => status(204), Number(new URL(first.url).port));
    await expect.poll(() => push.state()).toEqual({ waiting: 0 });
    expect(second.received.map(({ id }) => id)).toEqual([idOf("meanwhile")]);
  });

  test("the endpoint gets the same notification once, and again when the item waits for another reason", async () => {
    await store.notifications.append([item("a", "paused 3")], 1_000);
    await store.notifications.append([item("a", "paused 3"), item("a", "paused 2")], 2_000);
    expect((await store.notifications.next(10)).map(({ notificationID }) => notificationID)).toEqual([
      idOf("a", "paused 3"),
      idOf("a", "paused 2"),
    ]);
  });

  test("a notification that is never accepted is given up after its time or above the limit, counted, and later deleted", async () => {
    for (const [index, id] of ["a", "b", "c", "d"].entries()) {
      await store.notifications.append([item(id)], 1_000 * (index + 1));
    }
    expect(await store.notifications.giveUp(2_000, 2, 10_000)).toBe(2);
    expect((await store.notifications.next(10)).map(({ notificationID }) => notificationID)).toEqual([
      idOf("c"),
      idOf("d"),
    ]);
    expect(await store.notifications.givenUp(9_000)).toBe(2);
    expect(await store.notifications.prune(3_500)).toBe(2);
    expect(await store.notifications.waiting()).toBe(2);
  });

  test("an open item is never deleted", async () => {
    const dayMs = 86_400_000;
    await store.notifications.append([item("a")], 0);
    await store.notifications.take("lease", 60_000);
    expect(await store.notifications.accept("lease", idOf("a"), 60_000, 1)).toBe(true);
    await store.notifications.append([item("a")], 100 * dayMs);
    expect(await store.notifications.prune(90 * dayMs)).toBe(0);
    expect(await store.notifications.waiting()).toBe(0);
  });

  test.runIf(dialect === "postgres")("one replica at a time sends to the endpoint, each event once", async () => {
    const other = await openStore(database.url);
    onTestFinished(() => other.close());
    const { received, url } = await startReceiver(() => status(204));
    const pushes = [startPush(store, url), startPush(other, url)];
    for (let index = 0; index < 30; index += 1) await store.notifications.append([item(`${index}`)], index);
    await expect.poll(() => pushes[0]?.state()).toEqual({ waiting: 0 });
    await Promise.all(pushes.map((push) => push.close()));
    expect(received.map(({ id }) => id)).toEqual(Array.from({ length: 30 }, (_, index) => idOf(`${index}`)));
  });
});
