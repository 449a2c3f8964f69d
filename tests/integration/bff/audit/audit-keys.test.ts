import { randomUUID } from "node:crypto";
import { describe, expect, onTestFinished, test } from "vitest";
import { type AuditList, auditListSchema, auditVerificationSchema } from "#lib/contract/access/audit-requests.ts";
import { consoleHealthSchema } from "#lib/contract/console/console-health.ts";
import { backupCommand } from "#server/bff/backup-command.ts";
import { restoreCommand } from "#server/bff/restore-command.ts";
import { staffCommand } from "#server/bff/staff-command.ts";
import { auditKeyID } from "#server/bff/store/audit/audit-keys.ts";
import { verifyAuditCommand } from "#server/bff/verify-audit.ts";
import { createTestBff, type TestBff, type TestBffOptions } from "#tests/fixtures/console/create-test-bff.ts";
import { configuredVariables, runCommand } from "#tests/fixtures/console/processes/run-command.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { createTestDatabase, testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const [key, other] = ["a key of the audit log that is long enough", "another key of the log that is long enough"];
const staff = [{ email: "ada@test.example", role: "administrator" as const }];

describe.each(testDialects)("the key of the audit log on %s", (dialect) => {
  async function emptyStore(): Promise<string> {
    const database = await createStoreDatabase("console", dialect);
    onTestFinished(database.drop);
    return database.url;
  }

  async function start(url: string, auditChainKey?: string, more: TestBffOptions = {}): Promise<TestBff> {
    const variables = { DATABASE_URL: url, AUDIT_CHAIN_KEY: auditChainKey, ...more.variables };
    return createTestBff({ dialect, ...more, variables });
  }

  const verify = (url: string, auditChainKey?: string, ...words: string[]) =>
    runCommand(verifyAuditCommand, words, {
      ...configuredVariables(url),
      ...(auditChainKey !== undefined && { AUDIT_CHAIN_KEY: auditChainKey }),
    });

  const listed = async ({ send, signIn }: TestBff): Promise<AuditList> => {
    const cookie = await signIn("ada@test.example");
    return auditListSchema.parse(await (await send("GET", "/api/audit", { cookie })).json());
  };

  test("without a key the console starts, and warns in the log, on the page, on /status and in audit:verify", async () => {
    const url = await emptyStore();
    const console = await start(url, undefined, { staff });
    onTestFinished(() => console.close());
    expect(console.logLines.join("\n")).toContain("the audit log is written without a key: set AUDIT_CHAIN_KEY");
    expect(await listed(console)).toMatchObject({ isOpen: true });
    const cookie = await console.signIn("ada@test.example");
    const status = consoleHealthSchema.parse(await (await console.send("GET", "/api/status", { cookie })).json());
    expect(status.replicas.every(({ report }) => report?.auditKeyID === undefined)).toBe(true);
    expect(await verify(url)).toMatchObject({ code: 3, output: expect.stringContaining("written without a key") });
  });

  test("the first start with a key closes the earlier rows, and every later row names the key", async () => {
    const url = await emptyStore();
    await (await start(url, undefined, { staff })).close();
    const before = await start(url);
    await before.signIn("ada@test.example");
    await before.close();
    const console = await start(url, key);
    onTestFinished(() => console.close());
    const { events, isOpen } = await listed(console);
    expect(isOpen).toBe(false);
    expect(events.map(({ action, keyID }) => [action, keyID])).toEqual([
      ["sign-in", auditKeyID(key)],
      ["audit.sealed", auditKeyID(key)],
      ["sign-in", undefined],
    ]);
    const cookie = await console.signIn("ada@test.example");
    const part = await console.send("GET", "/api/audit/verification", { cookie });
    expect(auditVerificationSchema.parse(await part.json())).toMatchObject({
      breaks: [],
      isOpen: false,
      unknownKeys: [],
    });
    await expect
      .poll(async () => {
        const answer = await console.send("GET", "/api/status", { cookie });
        return consoleHealthSchema.parse(await answer.json()).replicas[0]?.report?.auditKeyID;
      })
      .toBe(auditKeyID(key));
    expect(await verify(url, key)).toMatchObject({ code: 0, output: expect.stringContaining("from before the key") });
    expect(await verify(url)).toMatchObject({ code: 3, output: expect.stringContaining(auditKeyID(key)) });
  });

  test("a console with another key or without a key does not start, and says what to do", async () => {
    const url = await emptyStore();
    await (await start(url, key, { staff })).close();
    await expect(start(url, other)).rejects.toThrow(`key ${auditKeyID(key)}, which is not in AUDIT_CHAIN_KEY: add it`);
    await expect(start(url)).rejects.toThrow(`key ${auditKeyID(key)}: set AUDIT_CHAIN_KEY to it`);
    const both = await start(url, `${other},${key}`);
    await both.signIn("ada@test.example");
    await both.close();
    expect((await readAudit(url)).map(({ keyID }) => keyID)).toEqual([auditKeyID(key), auditKeyID(other)]);
    expect(await verify(url, `${other},${key}`)).toMatchObject({ code: 0 });
    const command = await runCommand(staffCommand, ["list"], configuredVariables(url));
    expect(command).toMatchObject({ code: 1, output: expect.stringContaining("set AUDIT_CHAIN_KEY") });
  });

  test("a key that no console has any more is reported as lost, and the log continues with a new key", async () => {
    const url = await emptyStore();
    await (await start(url, key, { staff })).close();
    const lost = { variables: { AUDIT_CHAIN_LOST_KEY: auditKeyID(key) } };
    await (await start(url, other, lost)).close();
    await (await start(url, other)).close();
    expect(await readAudit(url)).toMatchObject([
      { action: "audit.sealed", keyID: auditKeyID(key) },
      { action: "audit.sealed", keyID: auditKeyID(other), after: { lostKeyID: auditKeyID(key) } },
    ]);
    expect(await verify(url, other)).toMatchObject({ code: 3 });
  });

  test("verifying finds a rewritten log with the exit code 1, and a shortened log by a backup that is stored elsewhere", async () => {
    const url = await emptyStore();
    const first = await start(url, key, { staff });
    await first.signIn("ada@test.example");
    await first.close();
    const folder = await createTestDatabase("sqlite");
    onTestFinished(folder.drop);
    const file = folder.url.slice("sqlite:".length).replace("store.db", "console.backup");
    expect(await runCommand(backupCommand, [file], configuredVariables(url))).toMatchObject({
      code: 0,
    });
    expect(await verify(url, key, "--backup", file)).toMatchObject({ code: 0 });
    await queryStore(url, `update "audit" set "hash" = '${"0".repeat(64)}' where "sequence" = 2`);
    await queryStore(url, `update "auditChain" set "hash" = '${"0".repeat(64)}'`);
    const rewritten = await verify(url, key, "--backup", file);
    expect(rewritten).toMatchObject({ code: 1, output: expect.stringContaining("Row 2 was edited") });
    expect(rewritten.output).toContain("Row 2 is not the one that was pushed or that is in the backup");
  });

  test("a restore accepts a log with its key, and refuses it without the key", async () => {
    const url = await emptyStore();
    await (await start(url, key, { staff })).close();
    const folder = await createTestDatabase("sqlite");
    onTestFinished(folder.drop);
    const file = folder.url.slice("sqlite:".length).replace("store.db", "console.backup");
    await runCommand(backupCommand, [file], configuredVariables(url));
    const target = await createTestDatabase(dialect);
    onTestFinished(target.drop);
    const restore = (variables: Record<string, string>) =>
      runCommand(restoreCommand, [file], { ...configuredVariables(target.url), ...variables });
    expect(await restore({})).toMatchObject({ code: 2, output: expect.stringContaining("set AUDIT_CHAIN_KEY") });
    expect(await restore({ AUDIT_CHAIN_KEY: key })).toMatchObject({ code: 0 });
    expect(await verify(target.url, key)).toMatchObject({ code: 0 });
  });
});

test.runIf(testDialects.includes("postgres"))(
  "the log is closed only when every running replica has a key, so that no replica writes without a key afterwards",
  async () => {
    const database = await createStoreDatabase("console", "postgres");
    onTestFinished(database.drop);
    const replica = (report: string) =>
      queryStore(
        database.url,
        `insert into "replicas" ("replicaID", "startedAt", "seenAt", "report")
         values ('${randomUUID()}', 0, (extract(epoch from now()) * 1000)::bigint, '${report}')`,
      );
    await replica("{}");
    const variables = { DATABASE_URL: database.url, AUDIT_CHAIN_KEY: key };
    const console = await createTestBff({ dialect: "postgres", staff, variables });
    onTestFinished(() => console.close());
    await console.signIn("ada@test.example");
    expect((await readAudit(database.url)).map(({ action, keyID }) => [action, keyID])).toEqual([
      ["sign-in", undefined],
    ]);
  },
);
