import { expect, test } from "vitest";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { call, good, setUp } from "./answers-in-turn.ts";
import { answerOf, hang } from "./fake-upstream.ts";
import { createTestClient, emptyList, from } from "./test-client.ts";

/** Makes three calls, whose attempts fail often enough to open the circuit breaker. */
async function openBreaker({ list, clock }: Pick<ReturnType<typeof setUp>, "list" | "clock">) {
  for (let offset = 1; offset <= 3; offset += 1) await clock.passUntil(list(offset)).catch(() => {});
}

test("while the breaker is open, a call gets at once the last good answer with its age, or an error with the next time", async () => {
  const set = setUp([() => answerOf(200, { ...emptyList, total: 7 }), () => answerOf(500)]);
  const { list, clock, atMs, client } = set;
  await expect(list(0)).resolves.toEqual(expect.objectContaining({ total: 7, asOf: "2026-11-20T12:00:00.000Z" }));
  await clock.advance(1_000);
  await openBreaker(set);
  const before = { requests: atMs.length, ms: clock.monotonic() };
  await expect(list(0)).resolves.toMatchObject({ total: 7, asOf: "2026-11-20T12:00:00.000Z", stale: true });
  await expect(list(99)).rejects.toMatchObject({
    code: "upstream_paused",
    status: 503,
    retryAt: client.status().breaker.retryAt,
  });
  await expect(client.listCustomers(from(0), { ...call, fresh: true })).rejects.toMatchObject({
    code: "upstream_paused",
  });
  expect({ requests: atMs.length, ms: clock.monotonic() }).toEqual(before);
  expect(client.status()).toMatchObject({ stale: 1, staleCache: { entries: 1 } });
});

test("a read that waits in the queue when the breaker opens gets its last good answer too", async () => {
  let isDown = false;
  const { client, clock } = createTestClient(() => (isDown ? answerOf(500) : good()), { limits: { runningCalls: 1 } });
  await client.listCustomers(from(0), call);
  isDown = true;
  const failing = [1, 2, 3, 4, 5].map((offset) => client.listCustomers(from(offset), call));
  const [waiting, never] = [client.listCustomers(from(0), call), client.listCustomers(from(6), call)];
  const outcomes = await clock.passUntil(Promise.allSettled([...failing, waiting, never]));
  expect(outcomes.at(-2)).toMatchObject({ status: "fulfilled", value: { stale: true } });
  expect(outcomes.at(-1)).toMatchObject({ status: "rejected", reason: { code: "upstream_paused" } });
});

test("after its pause the breaker lets one call through, and a success closes it", async () => {
  const set = setUp([
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    good,
  ]);
  const { list, clock, atMs, client } = set;
  await openBreaker(set);
  expect(client.status().breaker.state).toBe("open");
  expect(atMs).toHaveLength(5);
  await clock.advance(2_000);
  const result = await list(50);
  expect(result).not.toHaveProperty("stale");
  expect(client.status().breaker).toEqual({ state: "closed" });
});

test("while the API hangs, the call in progress is the probe, and other calls are answered at once", async () => {
  const set = setUp([
    good,
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    () => answerOf(500),
    hang,
  ]);
  const { list, clock, client } = set;
  await list(0);
  await openBreaker(set);
  await clock.advance(2_000);
  const leaving = new AbortController();
  const probing = client.listCustomers(from(60), { ...call, signal: leaving.signal });
  await clock.advance(0);
  expect(client.status().breaker.state).toBe("half-open");
  await expect(list(0)).resolves.toMatchObject({ stale: true });
  await expect(list(61)).rejects.toMatchObject({ code: "upstream_paused" });
  leaving.abort(new Error("gone"));
  await expect(probing).rejects.toThrow("gone");
});

test("refusals, 429s and malformed answers do not open the breaker", async () => {
  const answers = [400, 404, 422, 429].map((status) => () => answerOf(status));
  for (const answer of [...answers, () => answerOf(200, "<html>")]) {
    const { list, clock, client } = setUp([answer]);
    for (let offset = 0; offset < 10; offset += 1) await clock.passUntil(list(offset)).catch(() => {});
    expect(client.status().breaker.state).toBe("closed");
  }
});

test.each(["frozen", "not_sent"] as const)(
  "a write that its own check stops with %s neither closes the breaker nor gets another end of the wait",
  async (code) => {
    const set = setUp([() => answerOf(500)]);
    const { clock, atMs, client } = set;
    await openBreaker(set);
    await clock.advance(2_000);
    const retryAt = new Date(clock.now() + 7_200_000).toISOString();
    const beforeSend = () => {
      throw new AppError(code, "Not now.", { retryAt });
    };
    const body = { companyName: "Example", plan: "essential", term: "monthly" };
    const stopped = await clock.passUntil(client.write("POST /customers", {}, { body, beforeSend }, call));
    expect(stopped).toMatchObject({ outcome: "not-sent", error: { code, retryAt } });
    expect(client.status().breaker.state).not.toBe("closed");
    expect(atMs).toHaveLength(5);
  },
);
