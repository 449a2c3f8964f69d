import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { AuditBreak } from "#lib/contract/access/audit-requests.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { type AuditRow, auditHash, customerKeyOf } from "#server/bff/store/audit/audit-hash.ts";
import { auditKeyID, createAuditKeys, signAudit } from "#server/bff/store/audit/audit-keys.ts";
import { verifyAudit } from "#server/bff/store/audit/verify-audit.ts";
import { type ConsoleStore, createStore, openStore } from "#server/bff/store/open-store.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { genesisHash } from "#server/bff/store/schema/tables/audit-tables.ts";
import { type Database, openDatabase } from "#server/database/open-database.ts";
import { nowMs } from "#tests/fixtures/creations/new-creation.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { useTestDatabase } from "#tests/fixtures/database/use-test-database.ts";

const secret = "a key of the audit log that is long enough";
const other = "another key of the log that is long enough";

const event = (index: number): NewAuditEvent => ({
  actor: { kind: "staff", id: "s-1", email: "ada@test.example", role: "administrator" },
  action: "staff.changed",
  outcome: "done",
  target: { kind: "staff", id: `s-${index}` },
  ticket: `T-${index}`,
  requestID: randomUUID(),
});

/** The key with which an attacker signs. The attacker does not have the console's key. */
interface Signing {
  secret?: string;
  /** The key ID that the attacker writes. */
  keyID?: string;
}

describe.each(testDialects.map((dialect) => ({ dialect })))("rewriting the audit log on $dialect", ({ dialect }) => {
  let database: Database<ConsoleSchema>;
  let store: ConsoleStore;
  const testDatabase = useTestDatabase(dialect, {
    tables: "console",
    async open(given) {
      database = await openDatabase<ConsoleSchema>(given);
      store = createStore(database, { auditKeys: createAuditKeys([secret]) });
    },
    close: () => store.close(),
  });

  const verify = async (secrets = [secret]) =>
    verifyAudit(database.db, dialect, { keys: createAuditKeys(secrets), mustBeSealed: true });
  const append = async (count: number) => {
    for (let index = 0; index < count; index += 1) await store.audit.append(event(index), nowMs + index);
  };
  const rows = () => database.db.selectFrom("audit").selectAll().orderBy("sequence").execute();
  const chain = () => database.db.selectFrom("auditChain").selectAll().executeTakeFirstOrThrow();
  const setChain = (to: Partial<Awaited<ReturnType<typeof chain>>>) =>
    database.db.updateTable("auditChain").set(to).execute();
  const place = async (all: readonly AuditRow[]) => {
    await database.db.deleteFrom("audit").execute();
    if (all.length > 0)
      await database.db
        .insertInto("audit")
        .values([...all])
        .execute();
  };

  /**
   * Computes the numbers and hashes of all rows from `from` on again. An attacker who knows everything except the key
   * can do this.
   */
  async function rewrite(all: readonly AuditRow[], from: number, { secret: own, keyID }: Signing = {}) {
    const written: AuditRow[] = [];
    for (const [index, row] of all.entries()) {
      if (row.sequence < from && index + 1 === row.sequence) {
        written.push(row);
        continue;
      }
      const sequence = index + 1;
      const next = { ...row, sequence, previousHash: written.at(-1)?.hash ?? genesisHash };
      const hash = auditHash(next);
      const key = own === undefined ? undefined : { id: "", secret: own };
      const signed = key && { keyID: keyID ?? auditKeyID(key.secret), mac: signAudit(key, "row", sequence, hash) };
      written.push({ ...next, hash, customerKey: customerKeyOf(next), ...signed });
    }
    await place(written);
    const last = written.at(-1);
    const end = { sequence: last?.sequence ?? 0, hash: last?.hash ?? genesisHash };
    const key = own === undefined ? undefined : { id: "", secret: own };
    const signed = key && {
      keyID: keyID ?? auditKeyID(key.secret),
      mac: signAudit(key, "end", end.sequence, end.hash),
    };
    await setChain({ ...end, ...signed });
  }

  const edited = (all: readonly AuditRow[], sequence: number, change: Partial<AuditRow>) =>
    all.map((row) => (row.sequence === sequence ? { ...row, ...change } : row));
  const hidden = { actorEmail: "grace@test.example" };

  const attacks: Record<string, (all: AuditRow[]) => Promise<unknown>> = {
    "a row is edited": (all) => place(edited(all, 5, hidden)),
    "a row is edited, with its own hash": (all) => {
      const row = { ...(all[4] as AuditRow), ...hidden };
      return place(edited(all, 5, { ...hidden, hash: auditHash(row) }));
    },
    "a row is edited, and everything after it is hashed again": (all) => rewrite(edited(all, 5, hidden), 5),
    "a row is edited, and everything after it is signed with a key of their own": (all) =>
      rewrite(edited(all, 5, hidden), 5, { secret: other, keyID: auditKeyID(secret) }),
    "a row is removed": (all) => place(all.filter(({ sequence }) => sequence !== 5)),
    "a row is removed, and everything after it is numbered and hashed again": (all) =>
      rewrite(
        all.filter(({ sequence }) => sequence !== 5),
        5,
      ),
    "a row is put between two, and everything after it is hashed again": (all) =>
      rewrite([...all.slice(0, 5), { ...(all[3] as AuditRow), ticket: "T-99" }, ...all.slice(5)], 6),
    "two rows change places, and everything after them is hashed again": (all) =>
      rewrite([...all.slice(0, 4), all[5] as AuditRow, all[4] as AuditRow, ...all.slice(6)], 5),
    "a row is added at the end, with the end moved": (all) =>
      rewrite([...all, { ...(all.at(-1) as AuditRow), ticket: "T-99" }], all.length + 1),
    "the oldest rows are removed, with the old end moved": async (all) => {
      await place(all.slice(4));
      await setChain({ anchorSequence: 4, anchorHash: all[3]?.hash ?? "" });
    },
    "the newest rows are cut off, with the end moved": async (all) => {
      await place(all.slice(0, -3));
      const last = all.at(-4) as AuditRow;
      await setChain({ sequence: last.sequence, hash: last.hash });
    },
    "the newest rows are cut off, with the end signed by the last row's signature": async (all) => {
      await place(all.slice(0, -3));
      const { sequence, hash, keyID, mac } = all.at(-4) as AuditRow;
      await setChain({ sequence, hash, keyID, mac });
    },
    "the key is taken from the newest rows, which are then rewritten": (all) => {
      const bare = all.map((row) => (row.sequence < 8 ? row : { ...row, ...hidden, keyID: null, mac: null }));
      return rewrite(bare, 8).then(() => setChain({ keyID: null, mac: null }));
    },
    "the key is taken from every row, and the whole log is rewritten": (all) => {
      const bare = all.map((row) => ({ ...row, ...hidden, keyID: null, mac: null }));
      return rewrite(bare, 1).then(() => setChain({ keyID: null, mac: null }));
    },
    "the log is emptied and set back to its beginning": async () => {
      await place([]);
      await setChain({ sequence: 0, hash: genesisHash, keyID: null, mac: null });
    },
    "the signatures of two rows are exchanged": (all) =>
      place(edited(edited(all, 5, { mac: all[5]?.mac ?? "" }), 6, { mac: all[4]?.mac ?? "" })),
    "the key of a row is replaced by one that nobody has": (all) => place(edited(all, 5, { keyID: "000000000000" })),
  };

  async function write(): Promise<void> {
    await store.audit.seal(nowMs);
    await append(10);
    expect(await verify()).toMatchObject({ rows: 11, breaks: [], unknownKeys: [], withoutKey: 0, isOpen: false });
  }

  /**
   * Returns the breaks that the verification has found. If there are none, returns the IDs of unknown keys, whose rows
   * are not proven.
   */
  async function finding(): Promise<AuditBreak[] | string[]> {
    const { breaks, unknownKeys } = await verify();
    return breaks.length > 0 ? breaks : unknownKeys;
  }

  test.each(Object.keys(attacks))("rewriting the log is found: %s", async (name) => {
    await write();
    await attacks[name]?.(await rows());
    expect(await finding()).not.toEqual([]);
  });

  test.each(Object.keys(attacks).filter((name) => !/nobody has/.test(name)))(
    "rewriting the log is found after the console has recorded more events: %s",
    async (name) => {
      await write();
      await attacks[name]?.(await rows());
      await append(2).catch(() => {});
      expect((await verify()).breaks).not.toEqual([]);
    },
  );

  test("a changed end of an earlier day is found with the pushed events and with the last backup", async () => {
    await write();
    const [early, earlyRows] = [await chain(), await rows()];
    await append(5);
    const late = (await rows()).at(-1) as AuditRow;
    await store.auditPush.take("lease", 1_000);
    await store.auditPush.accept("lease", late, 1_000);
    const back = async () => {
      await place(earlyRows);
      await setChain(early);
    };
    await back();
    expect((await verify()).breaks).toEqual([{ sequence: 12, kind: "missing", until: 16 }]);
    // The console appends events until one of them gets the sequence of a removed event.
    await append(6);
    expect((await verify()).breaks).toEqual([{ sequence: 16, kind: "replaced" }]);
    await database.db.updateTable("auditPush").set({ sequence: 0, hash: null }).execute();
    expect((await verify()).breaks).toEqual([]);
    const detail = { auditSequence: late.sequence, auditHash: late.hash };
    await store.maintenance.record({ kind: "backup", endedAt: nowMs, detail });
    expect((await verify()).breaks).toEqual([{ sequence: 16, kind: "replaced" }]);
    await store.maintenance.record({ kind: "restore", endedAt: nowMs + 1, detail: {} });
    expect((await verify()).breaks).toEqual([]);
    const backup = { sequence: late.sequence, hash: late.hash };
    const { breaks } = await verifyAudit(database.db, dialect, { keys: createAuditKeys([secret]), backup });
    expect(breaks).toEqual([{ sequence: 16, kind: "replaced" }]);
  });

  test("retention does not remove rows whose dates were changed to old ones, and says why", async () => {
    await write();
    const aged = (await rows()).map((row) => (row.sequence <= 6 ? { ...row, at: nowMs - 90 * dayMs } : row));
    await rewrite(aged, 1);
    await expect(store.retention.removeAudit(nowMs - 30 * dayMs, nowMs, false)).rejects.toMatchObject({
      cause: { message: expect.stringContaining("not as it was written at row 1") },
    });
    expect(await rows()).toHaveLength(11);
  });

  test("the next retention does not accept an old end that an attacker has moved", async () => {
    await write();
    const all = await rows();
    await place(all.slice(4));
    await setChain({ anchorSequence: 4, anchorHash: all[3]?.hash ?? "" });
    await expect(store.retention.removeAudit(nowMs + dayMs, nowMs + dayMs, false)).rejects.toThrow();
    expect((await verify()).breaks).toEqual([{ sequence: 1, kind: "unrecorded", until: 4 }]);
  });

  test("repeated retention leaves a log that can be verified", async () => {
    await write();
    expect(await store.retention.removeAudit(nowMs + 3, nowMs + dayMs, false)).toBe(4);
    expect(await store.retention.removeAudit(nowMs + 6, nowMs + dayMs, false)).toBe(3);
    expect(await verify()).toMatchObject({ breaks: [], first: 8, last: 13, isOpen: false });
  });

  test("rows from before the first key stay unsigned, and a row with the key closes them", async () => {
    await append(2);
    await store.audit.seal(nowMs);
    await append(1);
    const all = await rows();
    expect(all.map(({ action, keyID }) => [action, keyID])).toEqual([
      ["staff.changed", null],
      ["staff.changed", null],
      ["audit.sealed", auditKeyID(secret)],
      ["staff.changed", auditKeyID(secret)],
    ]);
    expect(all[2]?.after).toBe(JSON.stringify({ keyID: auditKeyID(secret), until: 2 }));
    expect(await verify()).toMatchObject({ breaks: [], withoutKey: 2, isOpen: false });
    await rewrite(edited(all, 1, hidden), 1);
    expect((await verify()).breaks[0]).toEqual({ sequence: 3, kind: "forged" });
  });

  test("without the key, the verification checks the hashes, and names the missing keys", async () => {
    await write();
    expect(await verifyAudit(database.db, dialect)).toMatchObject({ breaks: [], unknownKeys: [auditKeyID(secret)] });
    await place(edited(await rows(), 5, hidden));
    expect((await verifyAudit(database.db, dialect)).breaks).toEqual([{ sequence: 5, kind: "edited" }]);
  });

  test.runIf(dialect === "postgres")(
    "a process without the newest key continues, and the log is valid with both keys",
    async () => {
      await write();
      const newest = await openStore(testDatabase.url, { auditKeys: createAuditKeys([other, secret]) });
      await newest.audit.append(event(1), nowMs);
      await append(1);
      await newest.audit.append(event(3), nowMs);
      await newest.close();
      expect((await verify([other, secret])).breaks).toEqual([]);
      expect((await rows()).slice(-4).map(({ action, keyID }) => [action, keyID])).toEqual([
        ["staff.changed", auditKeyID(other)],
        ["audit.end-changed", auditKeyID(secret)],
        ["staff.changed", auditKeyID(secret)],
        ["staff.changed", auditKeyID(other)],
      ]);
    },
  );
});
