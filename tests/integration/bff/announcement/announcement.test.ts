import { describe, expect, onTestFinished, test } from "vitest";
import { auditListSchema } from "#lib/contract/access/audit-requests.ts";
import { type AnnouncementAnswer, announcementAnswerSchema } from "#lib/contract/console/announcement.ts";
import { problemSchema } from "#lib/contract/errors.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { type Dialect, testDialects } from "#tests/fixtures/database/test-databases.ts";

/** Shorter than the time after which a session without requests ends. */
const stepMs = 600_000;
const path = "/api/announcement";

async function start(dialect: Dialect = "sqlite") {
  const clock = createTestClock(Date.parse("2026-11-27T12:00:00Z"));
  const console = await createTestBff({
    clock,
    dialect,
    staff: [
      { email: "ada@test.example", role: "administrator" },
      { email: "vera@test.example", role: "viewer" },
      { email: "sam@test.example", role: "viewer", environments: ["sandbox"] },
    ],
  });
  onTestFinished(console.close);
  const cookies = {
    ada: await console.signIn("ada@test.example"),
    vera: await console.signIn("vera@test.example"),
    sam: await console.signIn("sam@test.example"),
  };
  const read = async (who: keyof typeof cookies): Promise<AnnouncementAnswer["announcement"]> =>
    announcementAnswerSchema.parse(await (await console.send("GET", path, { cookie: cookies[who] })).json())
      .announcement;
  const put = (body: unknown) => console.send("PUT", path, { cookie: cookies.ada, body });
  return { console, clock, cookies, read, put };
}

const message = { text: "Porting tonight", level: "warning", environments: ["production"] } as const;

describe.each(testDialects.map((dialect) => ({ dialect })))("the announcement on $dialect", ({ dialect }) => {
  test("the announcement is shown during its time to people of its environments, and is in the audit log", async () => {
    const { console, clock, cookies, read, put } = await start(dialect);
    expect(await read("vera")).toBeUndefined();
    const [from, until] = [1, 2].map((steps) => new Date(clock.now() + steps * stepMs).toISOString());
    const link = { url: "https://status.example/port", text: "Status" };
    expect((await put({ ...message, from, until, link })).status).toBe(200);
    expect(await read("vera")).toBeUndefined();
    expect(await read("ada")).toMatchObject({ text: "Porting tonight", isShown: false, from, until, link });
    clock.advance(stepMs);
    expect(await read("vera")).toMatchObject({ level: "warning", isShown: true, by: { email: "ada@test.example" } });
    expect(await read("sam")).toBeUndefined();
    clock.advance(stepMs);
    expect(await read("vera")).toBeUndefined();
    expect((await console.send("DELETE", path, { cookie: cookies.ada })).status).toBe(204);
    expect((await console.send("DELETE", path, { cookie: cookies.ada })).status).toBe(204);
    expect(await read("ada")).toBeUndefined();
    const { events } = auditListSchema.parse(
      await (await console.send("GET", "/api/audit", { cookie: cookies.ada })).json(),
    );
    const logged = events.filter(({ target }) => target?.kind === "announcement");
    expect(logged).toMatchObject([
      { action: "announcement.removed", before: { text: "Porting tonight" } },
      { action: "announcement.changed", after: { text: "Porting tonight", link } },
    ]);
  });
});

test("a changed announcement has a new ID, so that people who closed the earlier one see it", async () => {
  const { console, cookies, read, put } = await start();
  await put(message);
  const first = await read("vera");
  const body = { dismissedAnnouncement: first?.announcementID };
  const closed = await console.send("PUT", "/api/me/preferences", { cookie: cookies.vera, body });
  expect(closed.status).toBe(200);
  await put({ ...message, text: "Porting is over" });
  const second = await read("vera");
  expect(second?.text).toBe("Porting is over");
  expect(second?.announcementID).not.toBe(first?.announcementID);
});

test.each([
  ["text", { ...message, text: " " }],
  ["text", { ...message, text: "a\nb" }],
  ["text", { ...message, text: "x".repeat(301) }],
  ["level", { ...message, level: "loud" }],
  ["environments", { ...message, environments: [] }],
  ["until", { ...message, from: "2027-01-02T00:00:00Z", until: "2027-01-01T00:00:00Z" }],
  ["until", { ...message, until: "2020-01-01T00:00:00Z" }],
  ["link.url", { ...message, link: { url: "http://status.example" } }],
  ["link.url", { ...message, link: { url: "javascript:alert(1)" } }],
  ["link.url", { ...message, link: { url: "https://user:secret@status.example" } }],
])("a wrong %s is refused at its field", async (field, body) => {
  const { put } = await start();
  const response = await put(body);
  expect(response.status).toBe(400);
  expect(problemSchema.parse(await response.json()).errors.map((error) => error.field)).toContain(field);
});
