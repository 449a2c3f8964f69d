import fc from "fast-check";
import { expect, test } from "vitest";
import type { Customer } from "#lib/contract/customers/customer.ts";
import { type WalkSummary, walkCustomers } from "#lib/customers/walk-customers.ts";

const customer = (index: number): Customer => ({
  customerID: `c${index}`,
  companyName: "",
  deleted: false,
  contract: {},
  adminUser: {},
  raw: {},
});

const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index);

/** Reads `list` page by page in the order of creation. `change` can change the list after each page. */
async function walk(list: number[], change: (page: number) => void = () => {}, totalOf = () => list.length) {
  const seen: string[] = [];
  const asked: number[] = [];
  const parts = walkCustomers(async ({ limit, offset }) => {
    asked.push(offset);
    const page = { customers: list.slice(offset, offset + limit).map(customer), total: totalOf() };
    change(asked.length);
    return page;
  });
  for (;;) {
    const next = await parts.next();
    if (next.done) return { seen, asked, summary: next.value as WalkSummary };
    seen.push(...next.value.customers.map(({ customerID }) => customerID));
    if (asked.length > 1_000) throw new Error("the walk has no end");
  }
}

const idsOf = (list: readonly number[]) => list.map((index) => `c${index}`);

test.each([
  [0, [0]],
  [1, [0]],
  [100, [0]],
  [101, [0, 99]],
  [250, [0, 99, 198]],
])(
  "%d customers are each seen once, in order, and each page begins at the end of the previous one",
  async (count, offsets) => {
    const { seen, asked, summary } = await walk(numbersTo(count));
    expect(seen).toEqual(idsOf(numbersTo(count)));
    expect(asked).toEqual(offsets);
    expect(summary).toEqual({ count, drifted: false, complete: true });
  },
);

test("a customer that is added during the walk is found too", async () => {
  const list = numbersTo(150);
  const { seen, summary } = await walk(list, (page) => {
    if (page === 1) list.push(150, 151);
  });
  expect(seen).toEqual(idsOf(numbersTo(152)));
  expect(summary).toEqual({ count: 152, drifted: false, complete: true });
});

test("customers after removed customers are not missed", async () => {
  const list = numbersTo(350);
  const { seen, summary } = await walk(list, (page) => {
    if (page === 2) list.splice(20, 150);
  });
  expect(seen).toEqual(idsOf(numbersTo(350)).filter((id) => seen.includes(id)));
  expect(seen).toEqual(expect.arrayContaining(idsOf(numbersTo(350).slice(170))));
  expect(summary).toMatchObject({ drifted: true, complete: true });
});

test("a list that becomes empty ends the walk", async () => {
  const list = numbersTo(300);
  const { seen, summary } = await walk(list, () => list.splice(0));
  expect(seen).toHaveLength(100);
  expect(summary).toEqual({ count: 100, drifted: true, complete: true });
});

test("a walk ends if the API claims more rows than it sends", async () => {
  const { seen, asked, summary } = await walk(
    numbersTo(130),
    () => {},
    () => 1_000_000,
  );
  expect(seen).toEqual(idsOf(numbersTo(130)));
  expect(asked.length).toBeLessThan(10);
  expect(summary).toEqual({ count: 130, drifted: true, complete: false });
});

test("an API that returns its first page for every offset ends the walk", async () => {
  const asked: number[] = [];
  const parts = walkCustomers(async ({ offset }) => {
    asked.push(offset);
    return { customers: numbersTo(100).map(customer), total: 5_000 };
  });
  let next = await parts.next();
  while (!next.done) next = await parts.next();
  expect(next.value).toEqual({ count: 100, drifted: true, complete: false });
  expect(asked.length).toBeLessThan(10);
});

test.each([64, 141, 170])("an API that moves %d rows with every page does not count as complete", async (moved) => {
  const list = numbersTo(500);
  const { asked, summary } = await walk(list, () => list.push(...list.splice(0, moved)));
  expect(asked.length).toBeLessThan(100);
  expect(summary).toEqual({ count: expect.any(Number), drifted: true, complete: false });
  expect(summary.count).toBeLessThan(500);
});

test("an ID that occurs twice is returned once", async () => {
  const list = [...numbersTo(120), 5, 119];
  const { seen, summary } = await walk(list);
  expect(seen).toEqual(idsOf(numbersTo(120)));
  expect(summary).toEqual({ count: 120, drifted: true, complete: true });
});

test("every remaining customer is seen once, in order, whichever customers are added and removed", async () => {
  const changes = fc.array(
    fc.record({ added: fc.integer({ min: 0, max: 40 }), from: fc.nat(), taken: fc.integer({ min: 0, max: 130 }) }),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 700 }), changes, async (count, schedule) => {
      const list = numbersTo(count);
      let next = count;
      const gone = new Set<number>();
      const { seen, summary } = await walk(list, (page) => {
        const change = schedule[page - 1];
        if (change === undefined) return;
        for (const index of list.splice(change.from % (list.length + 1), change.taken)) gone.add(index);
        for (let added = 0; added < change.added; added += 1) list.push(next++);
      });
      expect(new Set(seen).size).toBe(seen.length);
      expect(summary.complete).toBe(true);
      const stayed = numbersTo(count).filter((index) => !gone.has(index));
      expect(seen.filter((id) => stayed.includes(Number(id.slice(1))))).toEqual(idsOf(stayed));
    }),
  );
});

test("while customers are only added, every customer is seen exactly once", async () => {
  const schedules = fc.array(fc.integer({ min: 0, max: 150 }), { maxLength: 8 });
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: 500 }), schedules, async (count, schedule) => {
      const list = numbersTo(count);
      let read = 0;
      const { seen, summary } = await walk(list, (page) => {
        read = list.length;
        for (let added = schedule[page - 1] ?? 0; added > 0; added -= 1) list.push(list.length);
      });
      // Checks that the walk found all customers that were in the list when its last page was read.
      expect(seen).toEqual(idsOf(numbersTo(read)));
      expect(summary).toEqual({ count: read, drifted: false, complete: true });
    }),
  );
});
