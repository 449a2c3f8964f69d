import { expect, test } from "vitest";
import { createBreaker } from "#server/api-client/resilience/breaker.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

function setUp() {
  const clock = createFakeClock();
  let opened = 0;
  const breaker = createBreaker({
    clock,
    onOpen: () => {
      opened += 1;
    },
  });
  const fail = (retryAfterMs = 0) => breaker.enter()?.failed(retryAfterMs);
  const succeed = () => breaker.enter()?.succeeded();
  const open = () => {
    for (let failures = 0; failures < 5; failures += 1) fail();
  };
  return { clock, breaker, fail, succeed, open, opened: () => opened };
}

test("the breaker opens at the fifth failure and lets no call through for two seconds", async () => {
  const { clock, breaker, fail, opened } = setUp();
  for (let failures = 0; failures < 4; failures += 1) fail();
  expect(breaker.state()).toBe("closed");
  fail();
  expect(breaker.state()).toBe("open");
  expect(opened()).toBe(1);
  expect(breaker.closedForMs()).toBe(2_000);
  await clock.advance(1_999);
  expect(breaker.isOpen()).toBe(true);
  expect(breaker.enter()).toBeUndefined();
});

test("failures of less than half of the calls do not open the breaker", () => {
  const { breaker, fail, succeed } = setUp();
  for (let round = 0; round < 50; round += 1) {
    succeed();
    succeed();
    fail();
  }
  expect(breaker.state()).toBe("closed");
});

test("after 1,000 good answers, 99 failures at once do not open the breaker, and 100 failures do", () => {
  const { breaker, fail, succeed } = setUp();
  for (let round = 0; round < 1_000; round += 1) succeed();
  for (let round = 0; round < 99; round += 1) fail();
  expect(breaker.state()).toBe("closed");
  fail();
  expect(breaker.state()).toBe("open");
});

test("a failure counts for one minute", async () => {
  const { clock, breaker, fail } = setUp();
  for (let failures = 0; failures < 4; failures += 1) fail();
  await clock.advance(60_001);
  fail();
  expect(breaker.state()).toBe("closed");
});

test("after the pause, one call is the probe, and its success closes the breaker", async () => {
  const { clock, breaker, open } = setUp();
  open();
  await clock.advance(2_000);
  expect(breaker.isOpen()).toBe(false);
  const probe = breaker.enter();
  expect(breaker.state()).toBe("half-open");
  expect(breaker.enter()).toBeUndefined();
  expect(breaker.isOpen()).toBe(true);
  expect(breaker.closedForMs()).toBe(1_000);
  probe?.succeeded();
  expect(breaker.state()).toBe("closed");
  expect(breaker.closedForMs()).toBe(0);
});

test("each failed probe doubles the pause, up to 30 s, and a success resets it", async () => {
  const { clock, breaker, open, fail, succeed } = setUp();
  open();
  const waits = [];
  for (let probes = 0; probes < 6; probes += 1) {
    waits.push(breaker.closedForMs());
    await clock.advance(breaker.closedForMs());
    fail();
  }
  expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 30_000, 30_000]);
  await clock.advance(30_000);
  succeed();
  open();
  expect(breaker.closedForMs()).toBe(2_000);
});

test("if the caller of a probe leaves, the next call is the probe", async () => {
  const { clock, breaker, open } = setUp();
  open();
  await clock.advance(2_000);
  breaker.enter()?.left();
  breaker.enter()?.succeeded();
  expect(breaker.state()).toBe("closed");
});

test.each([
  [20_000, 20_000],
  [3_600_000, 900_000],
  [500, 2_000],
])("a Retry-After of %i ms keeps the breaker open for %i ms", (askedMs, openMs) => {
  const { breaker, fail } = setUp();
  for (let failures = 0; failures < 5; failures += 1) fail(failures === 1 ? askedMs : 0);
  expect(breaker.closedForMs()).toBe(openMs);
});

test("a probe with a Retry-After in its answer keeps the breaker open for the same time", async () => {
  const { clock, breaker, open, fail } = setUp();
  open();
  await clock.advance(2_000);
  fail(20_000);
  expect(breaker.closedForMs()).toBe(20_000);
});

test("answers to calls that began before the breaker opened do not count", async () => {
  const { clock, breaker, open } = setUp();
  const early = Array.from({ length: 12 }, () => breaker.enter());
  open();
  await clock.advance(2_000);
  breaker.enter()?.succeeded();
  for (const pass of early) pass?.failed(0);
  expect(breaker.state()).toBe("closed");
});

test("late answers while the breaker is open change nothing", () => {
  const { breaker, open } = setUp();
  const early = [breaker.enter(), breaker.enter()];
  open();
  early[0]?.succeeded();
  early[1]?.failed(60_000);
  expect(breaker.closedForMs()).toBe(2_000);
});
