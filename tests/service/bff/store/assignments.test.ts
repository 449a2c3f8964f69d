import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import { assignmentLastsMs } from "#server/bff/store/assignments/assignments.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("assignments on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  useTestStore(dialect, (opened) => {
    store = opened;
  });

  test("an assignment ends 30 days after its last change", async () => {
    const staffID = randomUUID();
    const email = `${staffID}@test.example`;
    const access = { role: "viewer", passwordHash: null, createdAt: 0, environments: ["sandbox"] } as const;
    await store.staff.add({ staffID, email, name: "Vera", ...access, environments: [...access.environments] });
    const key = { environment: "sandbox", kind: "customer", itemID: randomUUID() } as const;
    const assignee = { staffID, email };
    const event = { actor: { kind: "staff", id: staffID }, action: "customer.assigned", outcome: "done" } as const;
    const putAt = (at: number, expected: string | null) =>
      store.assignments.put({ ...key, customerID: key.itemID, assignee, at, handover: null }, expected, () => event);
    await putAt(1_000, null);
    await putAt(2_000, staffID);
    expect(await store.assignments.removeExpired(assignmentLastsMs + 1_999)).toBe(0);
    expect(await store.assignments.find(key)).toMatchObject({ assignee, at: 2_000 });
    expect(await store.assignments.removeExpired(assignmentLastsMs + 2_000)).toBe(1);
    expect(await store.assignments.find(key)).toBeNull();
  });
});
