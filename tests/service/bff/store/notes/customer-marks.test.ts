import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { maxNotes, maxPins, maxTags } from "#lib/contract/values/customers/customer-marks.ts";
import type { ConsoleStore } from "#server/bff/store/open-store.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestStore } from "#tests/fixtures/database/use-test-store.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const event = (): NewAuditEvent => ({ actor: { kind: "console" }, action: "tags.changed", outcome: "done" });
const environment = "sandbox" as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("notes, tags and pins on $dialect", ({ dialect }) => {
  let store: ConsoleStore;
  const database = useTestStore(dialect, (opened) => {
    store = opened;
  });

  async function person(): Promise<string> {
    const staffID = randomUUID();
    const access = { role: "editor", passwordHash: null, createdAt: 0 } as const;
    const email = `${staffID}@test.example`;
    await store.staff.add({ staffID, email, name: "Ada", ...access, environments: [environment] });
    return staffID;
  }
  const newCustomer = (companyName = "") => ({ customerID: randomUUID(), companyName, created: null });
  const addTags = (customer: ReturnType<typeof newCustomer>, ...add: string[]) =>
    store.marks.changeTags(environment, customer, () => ({ add, remove: [] }), event, nowMs);
  const note = (staffID: string, createdAt: number, customerID = "c-1") => ({
    noteID: randomUUID(),
    environment,
    customerID,
    text: "Text",
    ticket: "INC-1",
    createdAt,
    editedAt: null,
    pinnedAt: null,
    author: { staffID, email: "ada@test.example" },
  });
  const known = () => queryStore(database.url, 'select "customerID" from "markedCustomers"');

  test("no tag is lost when many people add tags to one customer at once", async () => {
    const customer = newCustomer("Acme");
    const tags = Array.from({ length: 8 }, (_, index) => `tag ${index}`);
    await Promise.all(tags.map((tag) => addTags(customer, tag)));
    const marks = await store.marks.of(environment, [customer.customerID.toUpperCase()], "nobody");
    expect([...marks.values()]).toEqual([{ tags, pinned: false }]);
  });

  test("above the limit no tag is stored, and no other part of the change either", async () => {
    const customer = newCustomer("Acme");
    const many = Array.from({ length: maxTags }, (_, index) => `tag ${index}`);
    expect(await addTags(customer, ...many)).toHaveLength(maxTags);
    const events = (await readAudit(database.url)).length;
    expect(await addTags(customer, "one more")).toBeNull();
    const [mark] = [...(await store.marks.of(environment, [customer.customerID], "nobody")).values()];
    expect(mark?.tags).toHaveLength(maxTags);
    expect((await readAudit(database.url)).length).toBe(events);
  });

  test("a customer's name is stored while it has a tag or a pin, and is removed with the last one", async () => {
    const staffID = await person();
    const customer = newCustomer("Größe & Söhne");
    await addTags(customer, "north");
    await store.marks.pin(environment, customer, staffID, true);
    await store.marks.changeTags(environment, customer, () => ({ add: [], remove: ["north"] }), event, nowMs);
    expect(await store.marks.list({ environment, pinnedBy: staffID })).toEqual([customer]);
    await store.marks.pin(environment, customer, staffID, false);
    expect((await known()).map(({ customerID }) => customerID)).not.toContain(customer.customerID);
  });

  test("an unknown name does not replace a known name", async () => {
    const staffID = await person();
    const customer = newCustomer("Acme");
    await store.marks.pin(environment, customer, staffID, true);
    await addTags({ ...customer, companyName: "" }, "north");
    expect(await store.marks.list({ environment, tag: "north" })).toContainEqual(customer);
  });

  test("pins have a limit for each person, and their list is sorted by name", async () => {
    const staffID = await person();
    for (let index = 0; index < maxPins; index += 1) {
      const customer = {
        customerID: `p-${index}`,
        companyName: index === 7 ? "" : `Name ${(index * 7) % 100}`,
        created: null,
      };
      expect(await store.marks.pin(environment, customer, staffID, true)).toBe(true);
    }
    expect(await store.marks.pin(environment, newCustomer("More"), staffID, true)).toBe(false);
    const names = (await store.marks.list({ environment, pinnedBy: staffID })).map(({ companyName }) => companyName);
    expect(names.slice(0, -1)).toEqual(names.slice(0, -1).toSorted());
    expect(names.at(-1)).toBe("");
  });

  test("notes have a limit for each customer", async () => {
    const staffID = await person();
    const notes = Array.from({ length: maxNotes + 1 }, (_, index) => note(staffID, nowMs + index, "c-full"));
    const kept: boolean[] = [];
    for (const one of notes) kept.push(await store.notes.add(one, event()));
    expect(kept.filter((isKept) => !isKept)).toHaveLength(1);
    const { notes: page, total } = await store.notes.list(
      { environment, customerID: "c-full" },
      { limit: 2, offset: 0 },
    );
    expect([total, page[0]?.createdAt]).toEqual([maxNotes, nowMs + maxNotes - 1]);
  });

  test("retention removes notes that nobody has written or edited since, and records their number", async () => {
    const staffID = await person();
    const [old, edited, young] = [note(staffID, 1, "c-old"), note(staffID, 2, "c-old"), note(staffID, nowMs, "c-old")];
    for (const one of [old, edited, young]) await store.notes.add(one, event());
    await store.notes.edit({ environment, noteID: edited.noteID, staffID }, "Still true", event(), nowMs);
    expect(await store.retention.removeNotes(nowMs, nowMs)).toBe(1);
    expect(await store.retention.removeNotes(nowMs, nowMs)).toBe(0);
    const { notes } = await store.notes.list({ environment, ticketKey: "inc-1" }, { limit: 600, offset: 0 });
    const left = notes.filter(({ customerID }) => customerID === "c-old").map(({ noteID }) => noteID);
    expect(left).toEqual([young.noteID, edited.noteID]);
    const last = (await readAudit(database.url)).at(-1);
    expect(last).toMatchObject({ action: "retention.applied", after: { what: "notes", removed: 1 } });
  });
});
