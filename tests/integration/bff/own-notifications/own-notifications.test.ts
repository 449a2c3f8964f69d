import { describe, expect, onTestFinished, test } from "vitest";
import { attentionCountSchema } from "#lib/contract/console/attention.ts";
import { consoleHealthSchema } from "#lib/contract/console/console-health.ts";
import { noteListSchema } from "#lib/contract/console/customer-notes.ts";
import { ownNotificationListSchema } from "#lib/contract/console/own-notifications.ts";
import { mentionOf } from "#lib/contract/values/console/mentions.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import type { TestStaff } from "#tests/fixtures/console/create-test-bff.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { startWritingConsole, type WritingConsole } from "#tests/fixtures/console/start-writing-console.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const staff: TestStaff[] = [
  { email: "edith@test.example", name: "Edith Jansen", role: "editor" },
  { email: "vera@test.example", name: "Vera Lund", role: "viewer" },
  { email: "emil@test.example", name: "Emil Brandt", role: "editor" },
  { email: "paul@test.example", name: "Paul Roth", role: "viewer", environments: ["production"] },
  { email: "ada@test.example", name: "Ada Winter", role: "administrator" },
];
const metricsToken = "metrics-token-of-32-characters-or-more";
const customerID = "c0ffee00-0000-4000-8000-000000000001";
const notes = `/api/sandbox/customers/${customerID}/notes`;

/** The store of a console, and the IDs of its people by their e-mail addresses. */
async function peopleOf(databaseUrl: string) {
  const store = await openStore(databaseUrl);
  onTestFinished(() => store.close());
  const people = await store.staff.people();
  const idOf = (name: string) => people.find(({ email }) => email === `${name}@test.example`)?.staffID ?? "";
  return { store, idOf };
}

const listOf = async ({ console }: WritingConsole, cookie: string, query = "") =>
  ownNotificationListSchema.parse(
    await (await console.send("GET", `/api/me/notifications${query}`, { cookie })).json(),
  );

describe.runIf(testDialects.includes("postgres"))("own notifications with postgres", () => {
  test("a mentioned person gets one notification, and a read notification is read in every session", async () => {
    const database = await createStoreDatabase("console", "postgres");
    onTestFinished(() => database.drop());
    const started = await startWritingConsole({ databaseUrl: database.url, staff });
    onTestFinished(started.close);
    const { console, editor, viewer } = started;
    const { idOf } = await peopleOf(database.url);
    const send = (method: "POST" | "PATCH" | "PUT", path: string, body: object, cookie = editor) =>
      console.send(method, path, { body, cookie });

    const refused = await send("POST", notes, { text: `${mentionOf(idOf("paul"))} look` });
    expect(refused.status).toBe(400);
    const text = `${mentionOf(idOf("vera"))} and ${mentionOf(idOf("edith"))}: please call back.`;
    const { note } = (await (await send("POST", notes, { text })).json()) as { note: { noteID: string; text: string } };
    expect(note).toMatchObject({ text: "@Vera Lund and @Edith Jansen: please call back." });
    const edited = await send("PATCH", `${notes}/${note.noteID}`, { text: `${text} Thanks.` });
    expect(edited.status).toBe(200);

    expect((await listOf(started, editor)).total).toBe(0);
    const list = await listOf(started, viewer);
    expect(list).toMatchObject({ total: 1, unread: 1, channels: { email: false, endpoint: false } });
    expect(list.notifications).toMatchObject([
      { kind: "mention", state: "note", by: { name: "Edith Jansen" }, href: `/sandbox/customers/${customerID}` },
    ]);
    const shown = noteListSchema.parse(await (await console.send("GET", notes, { cookie: viewer })).json());
    expect(shown.notes[0]?.mentions?.map(({ name }) => name)).toEqual(["Vera Lund", "Edith Jansen"]);

    const second = await console.signIn("vera@test.example");
    const unread = async () =>
      attentionCountSchema.parse(await (await console.send("GET", "/api/attention/count", { cookie: second })).json())
        .unread;
    expect(await unread()).toBe(1);
    const path = `/api/me/notifications/${list.notifications[0]?.notificationID}/read`;
    expect((await send("PUT", path, { read: true }, editor)).status).toBe(404);
    expect((await send("PUT", path, { read: true }, viewer)).status).toBe(200);
    expect(await unread()).toBe(0);
    expect((await listOf(started, second, "?unread=true")).notifications).toEqual([]);

    const handover = { note: `${mentionOf(idOf("vera"))} and ${mentionOf(idOf("emil"))} know more`, ticket: "T-1" };
    const assignee = { assignee: idOf("vera"), expected: null, handover };
    const handed = await send("PUT", `/api/sandbox/customers/${customerID}/assignee`, assignee);
    expect(await handed.json()).toMatchObject({
      assignment: { handover: { note: "@Vera Lund and @Emil Brandt know more" } },
    });
    const kinds = async (cookie: string) => (await listOf(started, cookie)).notifications.map(({ kind }) => kind);
    // The next person gets the notification of the hand-over, but no notification of the mention in it.
    expect(await kinds(second)).toEqual(["hand-over", "mention"]);
    expect(await kinds(await console.signIn("emil@test.example"))).toEqual(["mention"]);
    const { asOf } = await listOf(started, second);
    expect((await send("POST", "/api/me/notifications/read", { upTo: asOf }, second)).status).toBe(204);
    expect(await unread()).toBe(0);
  });

  test("three replicas send one e-mail, which contains no data of customers", async () => {
    const { mails, variables, close: closeMail } = await startMailServer();
    onTestFinished(closeMail);

    const database = await createStoreDatabase("console", "postgres");
    onTestFinished(() => database.drop());
    const first = await startWritingConsole({ databaseUrl: database.url, staff, variables });
    onTestFinished(first.close);
    for (let replica = 2; replica <= 3; replica += 1) {
      const { close } = await startWritingConsole({ databaseUrl: database.url, staff: [], variables, api: first.api });
      onTestFinished(close);
    }
    const { store, idOf } = await peopleOf(database.url);
    await store.preferences.change(idOf("vera"), { notifications: { zone: "UTC", email: { mention: "now" } } }, 0);
    const item = {
      kind: "mention",
      state: "note",
      environment: "sandbox",
      key: "one",
      to: { staffIDs: [idOf("vera"), idOf("emil")] },
      by: { staffID: idOf("edith"), email: "edith@test.example" },
      title: "Secret Customer GmbH",
      customerID,
      href: `/sandbox/customers/${customerID}`,
    } as const;
    const nowMs = Date.now();
    await Promise.all([1, 2, 3].map(() => store.ownNotifications.add([item], nowMs)));
    const result = async () => {
      const list = { unread: false, limit: 10, offset: 0 };
      const filter = { staffID: idOf("vera"), environments: ["sandbox"] as const };
      return (await store.ownNotifications.list(filter, list)).notifications.map(({ emailResult }) => emailResult);
    };
    await expect.poll(result, { timeout: 30_000 }).toEqual(["sent"]);
    // After each of these writes, every replica checks for due e-mails. Only one more e-mail is due.
    await store.ownNotifications.add([{ ...item, key: "two", to: { staffIDs: [idOf("emil")] } }], nowMs + 1);
    await store.ownNotifications.add([{ ...item, key: "three" }], nowMs + 2);
    await expect.poll(result, { timeout: 30_000 }).toEqual(["sent", "sent"]);
    expect(mails).toHaveLength(2);
    for (const mail of mails) {
      expect(mail).toContain("To: vera@test.example");
      expect(mail).toContain("1 mention in sandbox");
      expect(mail).toContain("/notifications");
      expect(mail).not.toMatch(/Secret|c0ffee|Edith|edith/);
    }
  });

  test("a refused e-mail is in Console health and in the metrics without the address, until it is sent", async () => {
    let refuses = true;
    const mailServer = await startMailServer({ refuses: () => refuses });
    onTestFinished(mailServer.close);
    const database = await createStoreDatabase("console", "postgres");
    onTestFinished(() => database.drop());
    const variables = { ...mailServer.variables, METRICS_TOKEN: metricsToken };
    const { console, close } = await startWritingConsole({ databaseUrl: database.url, staff, variables });
    onTestFinished(close);
    const { store, idOf } = await peopleOf(database.url);
    const ada = await console.signIn("ada@test.example");
    const health = async () =>
      consoleHealthSchema.parse(await (await console.send("GET", "/api/status", { cookie: ada })).json()).emails;
    expect(await health()).toEqual({ people: 0, failed: 0, unknown: 0, waiting: 0 });
    const to = ["vera", "emil"].map(idOf);
    for (const staffID of to) {
      await store.preferences.change(staffID, { notifications: { zone: "UTC", email: { mention: "now" } } }, 0);
    }
    const atMs = Date.now();
    await store.ownNotifications.add(
      [
        {
          kind: "mention",
          state: "note",
          environment: "sandbox",
          key: "one",
          to: { staffIDs: to },
          by: null,
          title: "Acme",
          href: `/sandbox/customers/${customerID}`,
        },
      ],
      atMs,
    );
    const problem = "The mail server answered 550.";
    const refused = { people: 2, failed: 0, unknown: 0, waiting: 2, problem };
    await expect.poll(health, { timeout: 30_000 }).toEqual({ ...refused, since: expect.stringMatching(/Z$/) });
    const metrics = await console.send("GET", "/api/metrics", { headers: { authorization: `Bearer ${metricsToken}` } });
    expect(await metrics.text()).toContain('switchboard_notification_emails_people{state="waiting"} 2');
    expect(console.logLines.join("")).toContain(problem);
    expect(console.logLines.join("")).not.toContain("vera@test.example");
    refuses = false;
    // The next attempts are due in five minutes.
    await queryStore(database.url, `update "ownNotifications" set "emailAt" = ${atMs}`);
    await store.ownNotifications.add([], Date.now());
    await expect.poll(health, { timeout: 30_000 }).toMatchObject({ people: 0 });
    expect(mailServer.mails).toHaveLength(2);
  });
});
