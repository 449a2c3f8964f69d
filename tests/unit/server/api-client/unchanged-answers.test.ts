import { expect, test } from "vitest";
import { call } from "./answers-in-turn.ts";
import { answerOf } from "./fake-upstream.ts";
import { createTestClient, everything, from } from "./test-client.ts";

const listOf = (companyName: string) => ({
  customers: [{ customerID: "a", companyName, contract: {}, adminUser: {} }],
  total: 100,
  limit: 25,
  offset: 0,
});

test("an answer with the same text for the third time is not parsed again, but still requested", async () => {
  const { client, upstream, clock } = createTestClient(() => answerOf(200, listOf("Example")));
  const pages = [];
  for (let time = 0; time < 4; time += 1) {
    pages.push(await client.listCustomers(everything, call));
    await clock.advance(1_000);
  }
  expect(upstream.count("/customers")).toBe(4);
  expect(pages[3]?.customers).toBe(pages[2]?.customers);
  expect(pages[3]?.customers).toStrictEqual(pages[0]?.customers);
  expect(pages[3]?.asOf).not.toBe(pages[2]?.asOf);
});

test("a changed answer is shown at once, and so is the earlier answer when it returns", async () => {
  let name = "Before";
  const { client } = createTestClient(() => answerOf(200, listOf(name)));
  const read = async () => (await client.listCustomers(everything, call)).customers[0]?.companyName;
  for (let time = 0; time < 3; time += 1) expect(await read()).toBe("Before");
  name = "After";
  for (let time = 0; time < 3; time += 1) expect(await read()).toBe("After");
  name = "Before";
  for (let time = 0; time < 3; time += 1) expect(await read()).toBe("Before");
});

test("the same text for another list is parsed for that list", async () => {
  const { limit: _, offset: __, ...unplaced } = listOf("Example");
  const { client } = createTestClient(() => answerOf(200, unplaced));
  for (let time = 0; time < 3; time += 1) {
    expect((await client.listCustomers(everything, call)).offset).toBe(0);
    expect((await client.listCustomers(from(25), call)).offset).toBe(25);
  }
});

test("callers who share one request share its rows, and each gets its own page", async () => {
  const { client } = createTestClient(() => answerOf(200, listOf("Example")));
  const [one, other] = await Promise.all([
    client.listCustomers(everything, call),
    client.listCustomers(everything, call),
  ]);
  expect(one).not.toBe(other);
  expect(one.customers).toBe(other.customers);
});
