import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import {
  markedListSchema,
  noteAnswerSchema,
  noteListSchema,
  tagListSchema,
  tagsAnswerSchema,
} from "#lib/contract/console/customer-notes.ts";
import { lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import { ticketAnswerSchema } from "#lib/contract/console/ticket.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { operationAnswerSchema } from "#lib/contract/operations/operation.ts";
import { maxNoteLength, maxTagLength, maxTags } from "#lib/contract/values/customers/customer-marks.ts";
import { type BulkConsole, startBulkConsole } from "#tests/fixtures/bulk/bulk-console.ts";

let bulkConsole: BulkConsole;
let administrator: string;
let emil: string;
let sandboxOnly: string;

beforeAll(async () => {
  bulkConsole = await startBulkConsole({
    staff: [
      { email: "edith@test.example", name: "Edith Jansen", role: "editor" },
      { email: "vera@test.example", role: "viewer" },
      { email: "emil@test.example", role: "editor" },
      { email: "ada@test.example", role: "administrator" },
      { email: "sam@test.example", role: "viewer", environments: ["sandbox"] },
    ],
  });
  administrator = await bulkConsole.console.signIn("ada@test.example");
  emil = await bulkConsole.console.signIn("emil@test.example");
  sandboxOnly = await bulkConsole.console.signIn("sam@test.example");
});

beforeEach(() => bulkConsole.api.forget());

afterAll(() => bulkConsole.close());

const customer = () => bulkConsole.addCustomers(1)[0]?.customerID ?? "";
const pathOf = (customerID: string, end: string) => `/api/sandbox/customers/${customerID}/${end}`;
const send = (method: string, path: string, body?: unknown, cookie = bulkConsole.editor) =>
  bulkConsole.console.send(method, path, { body, cookie });
const get = async (path: string, cookie = bulkConsole.viewer) => {
  const answer = await bulkConsole.console.send("GET", path, { cookie });
  expect(answer.status).toBe(200);
  return answer.json();
};
const kept = async (customerID: string, cookie = bulkConsole.viewer) =>
  noteListSchema.parse(await get(pathOf(customerID, "notes"), cookie));
const write = async (customerID: string, body: unknown, cookie = bulkConsole.editor) => {
  const answer = await send("POST", pathOf(customerID, "notes"), body, cookie);
  expect(answer.status).toBe(201);
  return noteAnswerSchema.parse(await answer.json()).note;
};
const tagsOf = async (answer: Response) => {
  expect(answer.status).toBe(200);
  return tagsAnswerSchema.parse(await answer.json()).tags;
};
const events = async (customerID: string) =>
  auditListSchema.parse(await get(`/api/audit?customer=${customerID}`, administrator)).events;

test("everybody can read notes, the newest first, and only their author can change them", async () => {
  const customerID = customer();
  const first = await write(customerID, { text: " Calls at noon.\n<b>Not before.</b> " });
  expect(first).toMatchObject({
    text: "Calls at noon.\n<b>Not before.</b>",
    author: { email: "edith@test.example", name: "Edith Jansen" },
  });
  await write(customerID, { text: "Second" }, emil);
  expect((await kept(customerID)).notes.map(({ text }) => text)).toEqual(["Second", first.text]);
  const path = pathOf(customerID, `notes/${first.noteID}`);
  const foreign = await send("PATCH", path, { text: "Mine now" }, emil);
  expect([foreign.status, problemSchema.parse(await foreign.json()).detail]).toEqual([
    403,
    "Only Edith Jansen, who wrote this note, can change or delete it.",
  ]);
  for (const cookie of [emil, administrator]) expect((await send("DELETE", path, undefined, cookie)).status).toBe(403);
  const edited = noteAnswerSchema.parse(await (await send("PATCH", path, { text: "Calls at one." })).json()).note;
  expect(edited).toMatchObject({ noteID: first.noteID, text: "Calls at one.", editedAt: expect.any(String) });
  expect((await send("DELETE", path)).status).toBe(204);
  expect((await send("DELETE", path)).status).toBe(404);
  expect((await kept(customerID)).total).toBe(1);
});

test("an editor pins one note of a customer for everybody; every page of the list names it, and the audit log records it", async () => {
  const customerID = customer();
  const [first, second] = [
    await write(customerID, { text: "canary-pin one" }),
    await write(customerID, { text: "Two" }),
  ];
  const pin = async (noteID: string, pinned: boolean, cookie = emil) => {
    const answer = await send("PATCH", pathOf(customerID, `notes/${noteID}`), { pinned }, cookie);
    return answer.status === 200 ? noteAnswerSchema.parse(await answer.json()).note : answer.status;
  };
  expect(await pin(first.noteID, true)).toMatchObject({ text: "canary-pin one", pinnedAt: expect.any(String) });
  const page = noteListSchema.parse(await get(pathOf(customerID, "notes?limit=1")));
  expect(page.notes.map(({ noteID, pinnedAt }) => [noteID, pinnedAt])).toEqual([[second.noteID, undefined]]);
  expect(page.pinnedNote).toMatchObject({ noteID: first.noteID });
  expect(page.pinned).toBe(false);

  // A second pinned note replaces the first note. Pinning the second note again changes nothing.
  expect(await pin(second.noteID, true)).toMatchObject({ noteID: second.noteID });
  await pin(second.noteID, true);
  expect((await kept(customerID)).pinnedNote?.noteID).toBe(second.noteID);
  expect((await kept(customerID)).notes.filter(({ pinnedAt }) => pinnedAt)).toHaveLength(1);
  expect(await pin(second.noteID, true, bulkConsole.viewer)).toBe(403);
  expect(await pin(second.noteID, false)).not.toHaveProperty("pinnedAt");
  expect(await kept(customerID)).not.toHaveProperty("pinnedNote");
  expect((await events(customerID)).map(({ action, before, after }) => [action, before, after]).slice(0, 3)).toEqual([
    ["note.unpinned", { pinnedNoteID: second.noteID }, { pinnedNoteID: null }],
    ["note.pinned", { pinnedNoteID: first.noteID }, { pinnedNoteID: second.noteID }],
    ["note.pinned", { pinnedNoteID: null }, { pinnedNoteID: first.noteID }],
  ]);
  expect(JSON.stringify(await events(customerID))).not.toContain("canary-pin");

  // If two editors pin at the same time, only one note is pinned. Deleting the note also unpins it.
  await Promise.all([pin(first.noteID, true), pin(second.noteID, true, bulkConsole.editor)]);
  const { notes, pinnedNote } = await kept(customerID);
  expect(notes.filter(({ pinnedAt }) => pinnedAt).map(({ noteID }) => noteID)).toEqual([pinnedNote?.noteID]);
  await send("DELETE", pathOf(customerID, `notes/${pinnedNote?.noteID}`));
  expect(await kept(customerID)).not.toHaveProperty("pinnedNote");
  const path = pathOf(customerID, `notes/${notes[0]?.noteID}`);
  for (const body of [{}, { pinned: "yes" }, { pinned: true, text: "Both" }]) {
    expect((await send("PATCH", path, body)).status).toBe(400);
  }
});

test("a note of one customer or environment is not found under another", async () => {
  const [one, other] = [customer(), customer()];
  const { noteID } = await write(one, { text: "Here" });
  expect((await send("PATCH", pathOf(other, `notes/${noteID}`), { text: "There" })).status).toBe(404);
  const elsewhere = `/api/production/customers/${one}/notes`;
  expect((await send("DELETE", `${elsewhere}/${noteID}`)).status).toBe(404);
  expect(noteListSchema.parse(await get(elsewhere)).total).toBe(0);
});

test("a note that is empty, too long or malformed is refused", async () => {
  const path = pathOf(customer(), "notes");
  for (const body of [
    { text: " \n" },
    { text: "x".repeat(maxNoteLength + 1) },
    { text: "a\u0000b" },
    { text: 1 },
    {},
  ]) {
    expect((await send("POST", path, body)).status).toBe(400);
  }
});

test("the audit log records who wrote, edited and deleted a note, but not its text", async () => {
  const customerID = customer();
  const { noteID } = await write(customerID, { text: "canary-note", console: { ticket: "INC-5" } });
  await send("PATCH", pathOf(customerID, `notes/${noteID}`), { text: "canary-note edited" });
  await send("DELETE", pathOf(customerID, `notes/${noteID}`));
  const found = await events(customerID);
  expect(found.map(({ action }) => action)).toEqual(["note.deleted", "note.changed", "note.created"]);
  expect(found.every(({ ticket, target }) => ticket === "INC-5" && target?.id === customerID)).toBe(true);
  expect(JSON.stringify(found)).not.toContain("canary-note");
  expect(bulkConsole.console.logLines.join("\n")).not.toContain("canary-note");
});

test("two people who change the tags at the same time lose no tag", async () => {
  const customerID = customer();
  const path = pathOf(customerID, "tags");
  expect(await tagsOf(await send("PUT", path, { tags: ["VIP", " big   account", "vip"] }))).toEqual([
    "big account",
    "vip",
  ]);
  const seen = ["big account", "vip"];
  const answers = await Promise.all([
    send("PUT", path, { tags: [...seen, "north"], expected: seen }),
    send("PUT", path, { tags: ["vip", "late payer"], expected: seen }, emil),
  ]);
  for (const answer of answers) expect(answer.status).toBe(200);
  expect((await kept(customerID)).tags).toEqual(["late payer", "north", "vip"]);
  const [last] = await events(customerID);
  expect(last).toMatchObject({ action: "tags.changed", after: { tags: ["late payer", "north", "vip"] } });
  // If the new tags equal the old tags, no event is recorded.
  const count = (await events(customerID)).length;
  await send("PUT", path, { tags: ["vip"], expected: ["vip"] });
  expect((await events(customerID)).length).toBe(count);
});

test("tags that are too many, too long or contain no word are refused", async () => {
  const path = pathOf(customer(), "tags");
  const many = Array.from({ length: maxTags }, (_, index) => `tag ${index}`);
  expect(await tagsOf(await send("PUT", path, { tags: many, expected: [] }))).toHaveLength(maxTags);
  expect((await send("PUT", path, { tags: ["one more"], expected: [] })).status).toBe(400);
  for (const tags of [["x".repeat(maxTagLength + 1)], [""], ["a,b"], ["<b>"], ["-a"], [1], "vip"]) {
    expect((await send("PUT", path, { tags })).status).toBe(400);
  }
});

test("a pin belongs to one person, and the pinned customers are listed by name with the API's data", async () => {
  const [kim, lou] = [customer(), customer()];
  for (const customerID of [kim, lou]) {
    await get(`/api/sandbox/customers/${customerID}`);
    expect((await send("PUT", pathOf(customerID, "pin"), { pinned: true }, bulkConsole.viewer)).status).toBe(200);
  }
  await send("PUT", pathOf(kim, "tags"), { tags: ["north"] });
  const read = async (cookie = bulkConsole.viewer) =>
    markedListSchema.parse(await get("/api/sandbox/customers/marked?pinned=true", cookie));
  const list = await read();
  expect(list.customerIDs.toSorted()).toEqual([kim, lou].toSorted());
  expect(list.customers.find(({ customerID }) => customerID === kim)).toMatchObject({
    state: "found",
    pinned: true,
    tags: ["north"],
    customer: { contract: { plan: "essential" } },
  });
  expect((await read(bulkConsole.editor)).total).toBe(0);
  expect((await kept(kim, bulkConsole.editor)).pinned).toBe(false);
  await send("PUT", pathOf(kim, "pin"), { pinned: false }, bulkConsole.viewer);
  expect((await read()).customerIDs).toEqual([lou]);
});

test("a customer that the API no longer has keeps its tag and its last name, and is marked as missing", async () => {
  const tag = `gone ${randomUUID().slice(0, 8)}`;
  const [gone] = bulkConsole.addCustomers(1);
  const customerID = gone?.customerID ?? "";
  await get(`/api/sandbox/customers/${customerID}`);
  await send("PUT", pathOf(customerID, "tags"), { tags: [tag] });
  bulkConsole.api.customers.splice(bulkConsole.api.customers.indexOf(gone as never), 1);
  const read = async () =>
    markedListSchema.parse(await get(`/api/sandbox/customers/marked?tag=${encodeURIComponent(tag.toUpperCase())}`));
  expect((await read()).customers).toMatchObject([
    { customerID, state: "missing", companyName: gone?.body.companyName, tags: [tag] },
  ]);
  bulkConsole.api.script(({ method }) => (method === "GET" ? { effect: "no", answer: { status: 500 } } : undefined));
  expect((await read()).customers).toMatchObject([
    { customerID, state: "unread", companyName: gone?.body.companyName },
  ]);
  const { tags } = tagListSchema.parse(await get("/api/sandbox/tags"));
  expect(tags).toContainEqual({ tag, customers: 1 });
});

test("a list needs either a tag or the pins", async () => {
  for (const query of ["", "?pinned=true&tag=vip", "?pinned=false", "?tag=%20"]) {
    const path = `/api/sandbox/customers/marked${query}`;
    expect((await bulkConsole.console.send("GET", path, { cookie: bulkConsole.viewer })).status).toBe(400);
  }
});

test("the lookup finds pinned customers first, tags by their beginning and tickets by their name", async () => {
  const tag = `kühl ${randomUUID().slice(0, 8)}`;
  const ticket = `REQ-${randomUUID().slice(0, 8)}`;
  const [first, pinned] = bulkConsole.addCustomers(2);
  for (const one of [first, pinned]) if (one) one.body.companyName = `Birke ${ticket} ${one === pinned ? "B" : "A"}`;
  await get(`/api/sandbox/customers/${pinned?.customerID}`);
  await send("PUT", pathOf(pinned?.customerID ?? "", "pin"), { pinned: true }, bulkConsole.viewer);
  await send("PUT", pathOf(first?.customerID ?? "", "tags"), { tags: [tag] });
  await write(first?.customerID ?? "", { text: "For the ticket", console: { ticket } });
  const lookUp = async (q: string, cookie = bulkConsole.viewer) =>
    lookupAnswerSchema.parse(await get(`/api/sandbox/lookup?q=${encodeURIComponent(q)}`, cookie)).hits;
  const hits = await lookUp(`Birke ${ticket}`);
  expect(hits.map(({ id, pinned: isPinned }) => [id, isPinned])).toEqual([
    [pinned?.customerID, true],
    [first?.customerID, undefined],
  ]);
  expect((await lookUp(`Birke ${ticket}`, bulkConsole.editor)).every((hit) => hit.pinned === undefined)).toBe(true);
  expect(await lookUp(tag.slice(0, 9).toUpperCase())).toMatchObject([{ kind: "tag", id: tag, count: 1 }]);
  const [hit] = await lookUp(ticket.toLowerCase());
  expect(hit).toMatchObject({ kind: "ticket", id: ticket, count: 1 });
  // While requests to the API fail, the pinned customer comes first. Other hits may come from the store of known
  // customers.
  bulkConsole.api.script(({ method }) => (method === "GET" ? { effect: "no", answer: { status: 500 } } : undefined));
  const [known] = await lookUp(`Birke ${ticket}`);
  expect(known).toMatchObject({ id: pinned?.customerID, pinned: true });
});

test("a ticket's answer contains all work for the ticket that the person may see", async () => {
  const ticket = `INC-${randomUUID().slice(0, 8)}`;
  const customerID = customer();
  const change = { plan: "professional", console: { ticket } };
  const changed = operationAnswerSchema.parse(await (await bulkConsole.change(customerID, change)).json()).operation;
  await write(customerID, { text: "Done", console: { ticket: ticket.toLowerCase() } });
  const note = { text: "In the other world", console: { ticket } };
  expect((await send("POST", "/api/production/customers/none/notes", note)).status).toBe(201);
  const source = { kind: "ids", customerIDs: [customer()] };
  await bulkConsole.post({ change: { term: "12-months" }, source, console: { ticket } });
  const read = async (cookie: string) =>
    ticketAnswerSchema.parse(await get(`/api/tickets/${ticket.toUpperCase()}`, cookie));
  const answer = await read(bulkConsole.viewer);
  expect(answer.ticket.toLowerCase()).toBe(ticket.toLowerCase());
  const sandbox = answer.environments.find(({ environment }) => environment === "sandbox");
  expect(sandbox).toMatchObject({
    operations: { total: 1, items: [{ operationID: changed.operationID, ticket }] },
    bulks: { total: 1, items: [{ ticket }] },
    notes: { total: 1, items: [{ text: "Done", customerID }] },
  });
  expect(answer.environments.find(({ environment }) => environment === "production")?.notes.total).toBe(1);
  expect((await read(sandboxOnly)).environments.map(({ environment }) => environment)).toEqual(["sandbox"]);
  expect((await bulkConsole.console.send("GET", "/api/tickets/%0A", { cookie: bulkConsole.viewer })).status).toBe(400);
});

test("the export of a tag contains every customer of the tag with the API's data, and is recorded", async () => {
  const tag = `export ${randomUUID().slice(0, 8)}`;
  const [one, other] = bulkConsole.addCustomers(2);
  if (one) one.body.companyName = "=cmd|' /C calc'!A0";
  for (const customerID of [one?.customerID ?? "", other?.customerID ?? ""]) {
    await get(`/api/sandbox/customers/${customerID}`);
    await send("PUT", pathOf(customerID, "tags"), { tags: [tag] });
  }
  const path = `/api/sandbox/customers/marked/export?tag=${encodeURIComponent(tag)}`;
  const answer = await bulkConsole.console.send("GET", path, { cookie: bulkConsole.viewer });
  expect(answer.headers.get("content-type")).toContain("text/csv");
  const [head, ...lines] = (await answer.text()).trimEnd().split("\r\n");
  expect(head).toContain("customerID,companyName,state,plan,term");
  expect(lines).toHaveLength(2);
  expect(lines.join("\n")).toContain(`${one?.customerID},'=cmd|' /C calc'!A0,found,essential,monthly`);
  const { events: found } = auditListSchema.parse(await get("/api/audit?action=export.started", administrator));
  expect(found[0]?.after).toEqual({ what: "marked customers", tag });
});
