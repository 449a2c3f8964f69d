import { randomUUID } from "node:crypto";
import { expect, onTestFinished, test } from "vitest";
import type { StaffLinkAnswer, StaffList } from "#lib/contract/access/staff.ts";
import { linkMs } from "#server/bff/access/staff/one-time-link.ts";
import {
  cookieOf,
  createTestBff,
  createTestClock,
  type TestBffOptions,
  testOrigin,
  testPassword,
} from "#tests/fixtures/console/create-test-bff.ts";
import { startMailServer } from "#tests/fixtures/console/mail-server.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const people = [
  { email: "ada@test.example", role: "administrator" as const },
  { email: "ben@test.example", role: "administrator" as const },
];
const newPerson = { email: "Nina@Test.example ", name: "Nina", role: "editor", environments: ["sandbox"] };
const goodPassword = "seven green bottles";

async function startConsole(options: TestBffOptions = {}) {
  const console = await createTestBff({ staff: people, ...options });
  onTestFinished(() => console.close());
  const cookie = await console.signIn("ada@test.example");
  const staffIDOf = async (email: string) => {
    const { staff } = (await (await console.send("GET", "/api/staff", { cookie })).json()) as StaffList;
    return staff.find((one) => one.email === email)?.staffID ?? "";
  };
  const invite = async (body: object = newPerson) => {
    const response = await console.send("POST", "/api/staff", { cookie, body });
    expect(response.status).toBe(201);
    const answer = (await response.json()) as StaffLinkAnswer;
    return { ...answer, token: answer.invitation.url.split("/").at(-1) ?? "" };
  };
  const accept = (token: string, password = goodPassword) =>
    console.send("POST", `/api/invitations/${token}`, { body: { password } });
  const change = (staffID: string, body: object) => console.send("PATCH", `/api/staff/${staffID}`, { cookie, body });
  const whoAmI = (own: string) => console.send("GET", "/api/session", { cookie: own });
  return { ...console, cookie, staffIDOf, invite, accept, change, whoAmI };
}

test("an invited person chooses a password with a link that works once, signs in, and is signed out when demoted", async () => {
  const console = await startConsole();
  const { staff, invitation, token } = await console.invite();
  expect(staff).toMatchObject({ email: "nina@test.example", state: "invited", methods: [], role: "editor" });
  expect(invitation.url).toBe(`${testOrigin}/invitations/${token}`);
  const shown = await (await console.send("GET", `/api/invitations/${token}`)).json();
  expect(shown).toMatchObject({ email: "nina@test.example", name: "Nina", isReset: false });
  expect((await console.accept(token)).status).toBe(204);
  expect((await console.accept(token)).status).toBe(404);
  const nina = await console.signIn("nina@test.example", goodPassword);
  expect(await (await console.whoAmI(nina)).json()).toMatchObject({
    staff: { role: "editor" },
    environments: ["sandbox"],
  });
  expect((await console.change(staff.staffID, { role: "viewer" })).status).toBe(200);
  expect((await console.whoAmI(nina)).status).toBe(401);

  const events = (await readAudit(console.databaseUrl)).map(({ action, actor }) => `${action} ${actor.email}`);
  expect(events.slice(1)).toEqual([
    "staff.invited ada@test.example",
    "invitation.accepted nina@test.example",
    "sign-in nina@test.example",
    "staff.changed ada@test.example",
  ]);
  // The token, the password and the link must appear neither in the log nor in the audit log.
  const kept = `${console.logLines.join("")}${JSON.stringify(await readAudit(console.databaseUrl))}`;
  expect(kept).not.toContain(token);
  expect(kept).not.toContain(goodPassword);
});

test("if two people use a link at the same time, only one succeeds", async () => {
  const console = await startConsole();
  const { token } = await console.invite();
  const both = await Promise.all([console.accept(token), console.accept(token, "another good password")]);
  expect(both.map(({ status }) => status).sort()).toEqual([204, 404]);
});

test("a link ends after 72 hours, when a newer link is created, and when its person is disabled", async () => {
  const clock = createTestClock();
  const console = await startConsole({ clock });
  const first = await console.invite();
  const send = () => console.send("POST", `/api/staff/${first.staff.staffID}/invite`, { cookie: console.cookie });
  const second = (await (await send()).json()) as StaffLinkAnswer;
  const token = second.invitation.url.split("/").at(-1) ?? "";
  expect((await console.accept(first.token)).status).toBe(404);
  expect((await console.send("GET", `/api/invitations/${token}`)).status).toBe(200);
  await console.change(first.staff.staffID, { state: "disabled" });
  expect((await console.accept(token)).status).toBe(404);
  const other = await console.invite({ ...newPerson, email: "otto@test.example" });
  clock.advance(linkMs);
  expect((await console.accept(other.token)).status).toBe(404);
});

test.each([
  ["short", "Use at least 12 characters"],
  ["x".repeat(129), "Use 128 characters or less"],
  ["P@ssw0rd 123456", "most common"],
  ["Iloveyou-forever", "most common"],
  ["nina@test.example", "your own name"],
  ["aaaaaaaaaaaaaaab", "different characters"],
])("the password %s is refused with the reason, and the link stays open", async (password, message) => {
  const console = await startConsole();
  const { token } = await console.invite();
  const refused = await console.accept(token, password);
  expect([refused.status, await refused.json()]).toMatchObject([
    400,
    { errors: [{ field: "password", message: expect.stringContaining(message) }] },
  ]);
  expect((await console.accept(token)).status).toBe(204);
});

test("a reset removes the password and the sessions at once, and creates a link for a new password", async () => {
  const console = await startConsole();
  const ben = await console.signIn("ben@test.example");
  const staffID = await console.staffIDOf("ben@test.example");
  const answer = await console.send("POST", `/api/staff/${staffID}/reset`, { cookie: console.cookie });
  const { invitation } = (await answer.json()) as StaffLinkAnswer;
  expect((await console.whoAmI(ben)).status).toBe(401);
  const signIn = (password: string) =>
    console.send("POST", "/api/session", { body: { email: "ben@test.example", password } });
  expect((await signIn(testPassword)).status).toBe(401);
  expect((await console.accept(invitation.url.split("/").at(-1) ?? "")).status).toBe(204);
  expect((await signIn(goodPassword)).status).toBe(204);
});

test("signing a person out everywhere ends their sessions at the next request, and lets them sign in again", async () => {
  const console = await startConsole();
  const [office, home] = [await console.signIn("ben@test.example"), await console.signIn("ben@test.example")];
  const staffID = await console.staffIDOf("ben@test.example");
  const path = `/api/staff/${staffID}/end-sessions`;
  expect((await console.send("POST", path, { cookie: console.cookie })).status).toBe(200);
  for (const cookie of [office, home]) expect((await console.whoAmI(cookie)).status).toBe(401);
  expect((await console.whoAmI(console.cookie)).status).toBe(200);
  expect((await console.whoAmI(await console.signIn("ben@test.example"))).status).toBe(200);
});

test("the last administrator cannot be demoted, disabled or reset, and no person can disable themselves", async () => {
  const console = await startConsole({ staff: [{ email: "ada@test.example", role: "administrator" }] });
  const ada = await console.staffIDOf("ada@test.example");
  const demoted = await console.change(ada, { role: "viewer" });
  expect([demoted.status, await demoted.json()]).toMatchObject([409, { code: "last_administrator" }]);
  expect((await console.change(ada, { state: "disabled" })).status).toBe(400);
  expect((await console.send("POST", `/api/staff/${ada}/reset`, { cookie: console.cookie })).status).toBe(409);
  // The invited administrator has no password yet, so Ada is still the only administrator who can sign in.
  await console.invite({ ...newPerson, role: "administrator" });
  expect((await console.change(ada, { role: "viewer" })).status).toBe(409);
});

test("changing one's own role gives the session a new ID, and the old ID stops working", async () => {
  const console = await startConsole();
  const elsewhere = await console.signIn("ada@test.example");
  const response = await console.change(await console.staffIDOf("ada@test.example"), { role: "viewer" });
  const renewed = cookieOf(response);
  expect(await (await console.whoAmI(renewed)).json()).toMatchObject({ staff: { role: "viewer" } });
  expect((await console.whoAmI(console.cookie)).status).toBe(401);
  expect((await console.whoAmI(elsewhere)).status).toBe(401);
});

test("a changed password ends every other session, and gives the current session a new ID", async () => {
  const console = await startConsole();
  const elsewhere = await console.signIn("ada@test.example");
  const change = (currentPassword: string) =>
    console.send("POST", "/api/me/password", {
      cookie: console.cookie,
      body: { currentPassword, newPassword: goodPassword },
    });
  const wrong = await change("not my password");
  expect([wrong.status, await wrong.json()]).toMatchObject([403, { errors: [{ field: "currentPassword" }] }]);
  const renewed = cookieOf(await change(testPassword));
  expect((await console.whoAmI(renewed)).status).toBe(200);
  expect((await console.whoAmI(console.cookie)).status).toBe(401);
  expect((await console.whoAmI(elsewhere)).status).toBe(401);
  expect((await console.whoAmI(await console.signIn("ada@test.example", goodPassword))).status).toBe(200);
});

test("a person sees their own sessions and can end them, but never another person's sessions", async () => {
  const console = await startConsole();
  const list = async (cookie: string) => {
    const answer = await console.send("GET", "/api/me/sessions", { cookie });
    return ((await answer.json()) as { sessions: { sessionID: string; current: boolean }[] }).sessions;
  };
  const second = await console.signIn("ada@test.example");
  const ben = await console.signIn("ben@test.example");
  const [bens] = await list(ben);
  const other = (await list(console.cookie)).find(({ current }) => !current);
  const end = (sessionID = "") => console.send("DELETE", `/api/me/sessions/${sessionID}`, { cookie: console.cookie });
  expect((await end(bens?.sessionID)).status).toBe(404);
  expect((await end(other?.sessionID)).status).toBe(204);
  expect((await console.whoAmI(second)).status).toBe(401);
  const third = await console.signIn("ada@test.example");
  expect((await console.send("DELETE", "/api/me/sessions", { cookie: console.cookie })).status).toBe(204);
  expect((await console.whoAmI(third)).status).toBe(401);
  expect((await console.whoAmI(ben)).status).toBe(200);
  expect(await list(console.cookie)).toHaveLength(1);
});

test("an invitation is sent by e-mail if a mail server is configured, and its link is shown if sending fails", async () => {
  const mailServer = await startMailServer();
  const console = await startConsole({ variables: mailServer.variables });
  const { invitation, token } = await console.invite();
  expect(invitation.mailed).toBe(true);
  const [mail] = mailServer.mails;
  expect(mail).toContain("To: nina@test.example");
  expect(mail).toContain("From: console@test.example");
  expect(mail).toContain(token);
  await mailServer.close();
  const second = await console.invite({ ...newPerson, email: `${randomUUID()}@test.example` });
  expect(second.invitation).toMatchObject({ mailed: false, url: expect.stringContaining(second.token) });
});
