import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { minuteMs } from "#lib/contract/values/time-units.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import type { AnyOwnNotification } from "#server/bff/store/own-notifications/append-own-notifications.ts";
import {
  maxAllViewSubscriptions,
  maxViewSubscriptions,
  type ViewDifference,
  type ViewSubscriptionRow,
} from "#server/bff/store/view-subscriptions.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

const nowMs = Date.parse("2026-11-27T10:00:00Z");
const everywhere = ["sandbox"] as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("subscriptions to views on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person() {
    const staffID = randomUUID();
    const access = { role: "viewer", environments: ["sandbox"] } as const;
    const person = { ...access, environments: [...access.environments], passwordHash: "hash", createdAt: 0 };
    await store.staff.add({ staffID, email: `${staffID}@test.example`, name: "Kim", ...person });
    return { environment: "sandbox", viewID: randomUUID(), staffID } as const;
  }
  async function subscribed() {
    const key = await person();
    expect(await store.viewSubscriptions.add(key, nowMs)).toBe("subscribed");
    return key;
  }
  const notificationOf = ({ environment, staffID, version }: ViewSubscriptionRow) =>
    ({
      kind: "view",
      state: "entered",
      environment,
      key: `view ${version}`,
      to: { staffIDs: [staffID] },
      by: null,
      title: "Acme",
      href: "/sandbox/customers/c",
    }) as AnyOwnNotification;
  const countOf = async (staffID: string) =>
    (await store.ownNotifications.list({ staffID, environments: ["sandbox"] }, { unread: false, limit: 9, offset: 0 }))
      .notifications.length;
  const claim = (atMs: number) =>
    store.viewSubscriptions.claim(everywhere, { nowMs: atMs, untilMs: atMs + 10 * minuteMs, readsApi: false });
  async function settle(row: ViewSubscriptionRow, customerKeys: readonly string[], query = "plan=essential") {
    const differences: ViewDifference[] = [];
    const at = row.dueAt;
    const kept = await store.viewSubscriptions.settle(
      row,
      { query, customerKeys, evaluatedAt: at },
      at,
      (difference) => {
        differences.push(difference);
        return [notificationOf(row)];
      },
    );
    return kept ? differences : null;
  }
  const claimed = async (atMs: number) => (await claim(atMs)) as ViewSubscriptionRow;

  test("the first evaluation adds no notification, and each later difference adds one although three replicas try", async () => {
    const key = await subscribed();
    expect(await settle(await claimed(nowMs), ["a", "b"])).toEqual([]);
    const claims = await Promise.all([1, 2, 3].map(() => claim(nowMs)));
    const [only, ...others] = claims.filter((row) => row !== null);
    expect(others).toEqual([]);
    // The first replica is slow: another one claims the evaluation after the end of the first claim.
    const late = nowMs + 11 * minuteMs;
    const second = await claimed(late);
    expect(await settle(second, ["b", "c"])).toEqual([{ entered: ["c"], left: ["a"] }]);
    expect(await settle(only as ViewSubscriptionRow, ["b", "c"])).toBeNull();
    expect(await settle(await claimed(late), ["b", "c"])).toEqual([]);
    expect(await countOf(key.staffID)).toBe(1);
    expect(await store.viewSubscriptions.list(key.staffID, "sandbox")).toMatchObject([{ customers: 2, problem: null }]);
    await store.viewSubscriptions.remove(key);
  });

  test("an incomplete evaluation adds no notification and keeps the members, and new filters count as the first evaluation", async () => {
    const key = await subscribed();
    await settle(await claimed(nowMs), ["a"]);
    const failed = { problem: "Not complete.", problemAt: nowMs };
    const row = await claimed(nowMs);
    await store.viewSubscriptions.settle(row, failed, nowMs, () => {
      throw new Error("no notification may be added");
    });
    expect(await store.viewSubscriptions.list(key.staffID, "sandbox")).toMatchObject([
      { customers: 1, problem: "Not complete.", problemAt: nowMs },
    ]);
    expect(await settle(await claimed(nowMs), ["a", "b"])).toEqual([{ entered: ["b"], left: [] }]);
    expect(await settle(await claimed(nowMs), ["c"], "plan=enterprise")).toEqual([]);
    const reset = { ...failed, isReset: true } as const;
    await store.viewSubscriptions.settle(await claimed(nowMs), reset, nowMs, () => []);
    expect(await settle(await claimed(nowMs), ["d"], "plan=enterprise")).toEqual([]);
    await store.viewSubscriptions.remove(key);
  });

  test("if a notification cannot be added, nothing is stored, and a later evaluation finds the same difference", async () => {
    const key = await subscribed();
    await settle(await claimed(nowMs), []);
    const row = await claimed(nowMs);
    const evaluation = { query: "plan=essential", customerKeys: ["a"], evaluatedAt: nowMs };
    const failing = store.viewSubscriptions.settle(row, evaluation, nowMs, () => {
      throw new Error("fails");
    });
    await expect(failing).rejects.toThrow();
    expect(await settle(await claimed(nowMs + 11 * minuteMs), ["a"])).toEqual([{ entered: ["a"], left: [] }]);
    await store.viewSubscriptions.remove(key);
  });

  test("a person has a limited number of subscriptions, and adding one again changes nothing", async () => {
    const key = await subscribed();
    for (let count = 1; count < maxViewSubscriptions; count += 1) {
      expect(await store.viewSubscriptions.add({ ...key, viewID: `view ${count}` }, nowMs)).toBe("subscribed");
    }
    expect(await store.viewSubscriptions.add({ ...key, viewID: "one more" }, nowMs)).toBe("own-limit");
    expect(await store.viewSubscriptions.add(key, nowMs)).toBe("subscribed");
    expect(await store.viewSubscriptions.nextDueAt(everywhere, false)).toBe(nowMs);
    expect(await store.viewSubscriptions.nextDueAt([], false)).toBeNull();
  });

  test("all people together have a limited number, and the subscriptions of a disabled person do not count", async () => {
    const first = await person();
    let key = first;
    for (let count = 0; count < maxAllViewSubscriptions; count += 1) {
      if (count > 0 && count % maxViewSubscriptions === 0) key = await person();
      expect(await store.viewSubscriptions.add({ ...key, viewID: `view ${count}` }, nowMs)).toBe("subscribed");
    }
    const last = await person();
    expect(await store.viewSubscriptions.add(last, nowMs)).toBe("limit");
    const disabled = { state: "disabled" as const };
    await store.people.change(first.staffID, disabled, nowMs, () => ({
      actor: { kind: "staff", id: last.staffID },
      action: "staff.disabled",
      outcome: "done",
    }));
    expect(await store.viewSubscriptions.add(last, nowMs)).toBe("subscribed");
  });

  test("a customer that was erased is not in a view, although the API still lists it", async () => {
    const key = await subscribed();
    await settle(await claimed(nowMs), ["a", "b"]);
    const event = { actor: { kind: "console" }, action: "customer.erased", outcome: "done" } as const;
    await store.knownCustomers.erase("sandbox", "a", event, nowMs);
    expect(await settle(await claimed(nowMs), ["a", "b", "c"])).toEqual([{ entered: ["c"], left: [] }]);
    expect(await store.viewSubscriptions.list(key.staffID, "sandbox")).toMatchObject([{ customers: 2 }]);
    await store.viewSubscriptions.remove(key);
  });

  test("if evaluations read the API, one of all replicas reads it at a time, and the next one waits", async () => {
    const keys = [await subscribed(), await subscribed()];
    const read = (atMs: number) =>
      store.viewSubscriptions.claim(everywhere, { nowMs: atMs, untilMs: atMs + 10 * minuteMs, readsApi: true });
    const nextAt = () => store.viewSubscriptions.nextDueAt(everywhere, true);
    const claims = (await Promise.all([1, 2, 3].map(() => read(nowMs)))).filter((row) => row !== null);
    expect(claims).toHaveLength(1);
    expect(await nextAt()).toBe(nowMs + 10 * minuteMs);
    const end = (untilMs: number) =>
      store.viewSubscriptions.endRead({ environment: "sandbox", untilMs, nextAt: nowMs + minuteMs });
    await end(nowMs + 10 * minuteMs);
    expect([await nextAt(), await read(nowMs)]).toEqual([nowMs + minuteMs, null]);
    expect(await read(nowMs + minuteMs)).toMatchObject({ dueAt: nowMs });
    // A reading that took longer than its claim does not end the reading of another replica.
    await end(nowMs + 10 * minuteMs);
    expect(await nextAt()).toBe(nowMs + 11 * minuteMs);
    for (const key of keys) await store.viewSubscriptions.remove(key);
  });
});
