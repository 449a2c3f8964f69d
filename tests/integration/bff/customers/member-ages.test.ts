import { expect, test } from "vitest";
import { customerAnswerSchema } from "#lib/contract/customers/customer.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import { startConsoleBefore } from "#tests/fixtures/other-api/start-console-before.ts";
import { createFakeClock } from "#tests/unit/server/api-client/fake-clock.ts";

const allTime = "datefrom=1970-01-01";

/** Every third list of this API lacks e-mail addresses and numbers of users. */
async function startOdd() {
  const clock = createFakeClock();
  const running = await startConsoleBefore({ customers: 3, isOdd: true, now: clock.now, console: { clock } });
  const list = async (query: string) => {
    const answer = await clock.passUntil(running.get(`/api/sandbox/customers?${allTime}&${query}`));
    return customerListSchema.parse(await answer.json());
  };
  const find = async (customerID: string) => {
    const answer = await clock.passUntil(running.get(`/api/sandbox/customers/${customerID}`));
    return customerAnswerSchema.parse(await answer.json());
  };
  const { customers, asOf } = await list("limit=10");
  const whole = customers.find(({ adminUser }) => adminUser.email !== undefined);
  if (!whole) throw new Error("The API has no customer with an e-mail address");
  return { ...running, clock, list, find, whole, asOf };
}

test("a member that newer answers lack has its own age, in lists and for one customer while the API is down", async () => {
  const { api, clock, list, find, whole } = await startOdd();
  await clock.advance(11 * minuteMs);
  const second = await list("limit=9");
  await clock.advance(11 * minuteMs);
  const odd = await list("limit=8");
  expect(odd.customers.every(({ usersCount }) => usersCount === undefined)).toBe(true);
  await clock.advance(11 * minuteMs);

  const [first, ...others] = (await list("source=known&sort=usersCount")).customers;
  expect(others.length).toBeGreaterThan(0);
  expect(first).toMatchObject({ seenAt: odd.asOf, memberSeenAt: { usersCount: second.asOf } });
  expect(first?.memberSeenAt?.plan).toBeUndefined();

  await api.close();
  const known = await find(whole.customerID);
  expect(known).toMatchObject({
    source: "known",
    asOf: odd.asOf,
    customer: { usersCount: whole.usersCount, adminUser: whole.adminUser },
    memberSeenAt: { usersCount: second.asOf, email: second.asOf },
  });
});

test("if the API's answer about a customer lacks members, the page gets them from earlier answers with their age", async () => {
  const { clock, list, find, whole } = await startOdd();
  await clock.advance(11 * minuteMs);
  const second = await list("limit=9");
  await clock.advance(11 * minuteMs);
  const answer = await find(whole.customerID);
  expect(answer.source).toBeUndefined();
  expect(answer).toMatchObject({
    customer: { usersCount: whole.usersCount, adminUser: whole.adminUser },
    memberSeenAt: { usersCount: second.asOf, email: second.asOf },
  });
  await clock.advance(11 * minuteMs);
  expect(await find(whole.customerID)).not.toHaveProperty("memberSeenAt");
});
