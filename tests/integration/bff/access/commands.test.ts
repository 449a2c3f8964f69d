import { spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, onTestFinished, test } from "vitest";
import type { Command } from "#server/bff/config/run-command.ts";
import { staffCommand } from "#server/bff/staff-command.ts";
import { verifyAuditCommand } from "#server/bff/verify-audit.ts";
import { createTestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { inheritedVariables } from "#tests/fixtures/console/start-console.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const root = resolve(import.meta.dirname, "../../../..");
const email = "edith@test.example";
const staff = [
  { email: "ada@test.example", role: "administrator" as const },
  { email, role: "editor" as const },
];

const variablesFor = (databaseUrl: string) => ({
  ...configuredVariables(databaseUrl),
  PUBLIC_ORIGIN: "https://console.example",
});

/** Runs the program behind `bin/switchboard` in a separate process, for the store at `databaseUrl`. */
async function start(databaseUrl: string, command: "--staff" | "--audit-verify", ...args: string[]) {
  const child = spawn(process.execPath, [resolve(root, "scripts/start.mjs"), command, ...args], {
    cwd: root,
    env: { ...inheritedVariables(), ...variablesFor(databaseUrl) },
  });
  const [output, errors] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, "close");
  return { code, output: await output, errors: await errors };
}

/** Runs one of these commands in this process, which is faster. */
const run = (databaseUrl: string, command: Command, ...args: string[]) =>
  runCommand(command, args, variablesFor(databaseUrl));

async function startConsole(dialect: "sqlite" | "postgres") {
  const console = await createTestBff({ dialect, staff });
  onTestFinished(() => console.close());
  return { ...console, cookie: await console.signIn(email) };
}

test("while a console runs on SQLite, commands can read the audit log but cannot change people", async () => {
  const { databaseUrl } = await startConsole("sqlite");
  expect(await start(databaseUrl, "--audit-verify")).toMatchObject({
    code: 3,
    output: expect.stringContaining("Every row agrees with its hash and follows the row before it: 1 row, number 1."),
  });
  const refused = await start(databaseUrl, "--staff", "disable", email);
  expect(refused).toMatchObject({ code: 1, errors: expect.stringContaining("stop it, run this command again") });
});

describe.skipIf(!testDialects.includes("postgres"))("commands while a console runs on PostgreSQL", () => {
  test("only an administrator can become the break-glass administrator", async () => {
    const { databaseUrl } = await startConsole("postgres");
    const editor = await run(databaseUrl, staffCommand, "break-glass", email);
    expect(editor).toMatchObject({ code: 1, output: expect.stringContaining("must be an active administrator") });
    const named = await run(databaseUrl, staffCommand, "break-glass", "ada@test.example");
    expect(named).toMatchObject({ code: 0, output: expect.stringContaining("ada@test.example") });
    const allowed = await run(databaseUrl, staffCommand, "allow-passwords");
    expect(allowed).toMatchObject({ code: 0, output: expect.stringContaining("single sign-on not required") });
    const actions = (await readAudit(databaseUrl)).map(({ action, actor }) => [action, actor.kind]);
    expect(actions.filter(([action]) => action === "policy.changed")).toEqual([
      ["policy.changed", "console"],
      ["policy.changed", "console"],
    ]);
  });

  test("a disabled person is signed out at the next request, and the audit log names the console", async () => {
    const { databaseUrl, cookie, send } = await startConsole("postgres");
    const disabled = await run(databaseUrl, staffCommand, "disable", email);
    expect(disabled).toMatchObject({ code: 0, output: expect.stringMatching(/edith@test\.example .* disabled/) });
    expect((await send("GET", "/api/session", { cookie })).status).toBe(401);
    const invited = await run(databaseUrl, staffCommand, "invite", "nina@test.example", "--name", "Nina");
    const token = /https:\/\/console\.example\/invitations\/(\S+)/.exec(invited.output)?.[1] ?? "";
    const shown = await send("GET", `/api/invitations/${token}`);
    expect(await shown.json()).toMatchObject({ email: "nina@test.example", name: "Nina" });
    const events = (await readAudit(databaseUrl)).map(({ action, actor }) => [action, actor.kind]);
    expect(events).toEqual([
      ["sign-in", "staff"],
      ["staff.disabled", "console"],
      ["staff.invited", "console"],
    ]);
    const last = await run(databaseUrl, staffCommand, "disable", "ada@test.example");
    expect(last).toMatchObject({ code: 1, output: expect.stringContaining("the last administrator") });
  });

  test("an administrator without a password counts as another one only while the provider is configured", async () => {
    const { databaseUrl } = await startConsole("postgres");
    await run(databaseUrl, staffCommand, "promote", email);
    await queryStore(databaseUrl, `update "staff" set "passwordHash" = null where "email" = '${email}'`);
    await queryStore(
      databaseUrl,
      `insert into "identities" ("issuer", "subject", "staffID", "createdAt")
        select 'https://id.test.example', 'edith', "staffID", 0 from "staff" where "email" = '${email}'`,
    );
    const disable = (issuer: string) =>
      runCommand(staffCommand, ["disable", "ada@test.example"], {
        ...variablesFor(databaseUrl),
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: "console",
        OIDC_CLIENT_SECRET: "a secret of the provider",
      });
    expect(await disable("https://new.test.example")).toMatchObject({
      code: 1,
      output: expect.stringContaining("the last administrator"),
    });
    expect(await disable("https://id.test.example")).toMatchObject({ code: 0 });
  });

  test("a person can be enabled, promoted and reset, and the list shows everybody's role", async () => {
    const { databaseUrl, cookie, send } = await startConsole("postgres");
    await run(databaseUrl, staffCommand, "disable", email);
    const enabled = await run(databaseUrl, staffCommand, "enable", email);
    expect(enabled).toMatchObject({ code: 0, output: expect.stringMatching(/edith@test\.example .* active/) });
    // The earlier session remains invalid.
    expect((await send("GET", "/api/session", { cookie })).status).toBe(401);
    const promoted = await run(databaseUrl, staffCommand, "promote", email);
    expect(promoted).toMatchObject({ code: 0, output: expect.stringMatching(/edith@test\.example .* administrator/) });
    const list = await run(databaseUrl, staffCommand, "list");
    expect(list.output.trimEnd().split("\n")).toEqual([
      expect.stringMatching(/^ada@test\.example .* administrator .* active /),
      expect.stringMatching(/^edith@test\.example .* administrator .* active /),
    ]);
    const events = (await readAudit(databaseUrl)).map(({ action, actor }) => [action, actor.kind]);
    expect(events.slice(1)).toEqual([
      ...["staff.disabled", "staff.enabled", "staff.changed"].map((action) => [action, "console"]),
    ]);
  });

  test("a reset lets a locked-out last administrator in again", async () => {
    const { databaseUrl, send } = await startConsole("postgres");
    const reset = await run(databaseUrl, staffCommand, "reset", "ada@test.example");
    const token = /https:\/\/console\.example\/invitations\/(\S+)/.exec(reset.output)?.[1] ?? "";
    const signIn = async (password: string) =>
      (await send("POST", "/api/session", { body: { email: "ada@test.example", password } })).status;
    expect(await signIn(testPassword)).toBe(401);
    const password = "seven green bottles";
    expect((await send("POST", `/api/invitations/${token}`, { body: { password } })).status).toBe(204);
    expect(await signIn(password)).toBe(204);
  });

  test("verifying the audit log names an edited row, with the exit code 1", async () => {
    const { databaseUrl } = await startConsole("postgres");
    await queryStore(databaseUrl, `update "audit" set "actorEmail" = 'x' where "sequence" = 1`);
    expect(await run(databaseUrl, verifyAuditCommand)).toMatchObject({
      code: 1,
      output: expect.stringContaining("Row 1 was edited"),
    });
  });
});
