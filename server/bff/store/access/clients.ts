import type { Kysely } from "kysely";
import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type AssistantMode, assistantModes } from "#lib/contract/values/access/assistant-modes.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { suspendPlannedOf } from "#server/bff/store/planned/suspend-planned.ts";
import { expireProposalsOf } from "#server/bff/store/proposals/expire-proposals.ts";
import { parseAccess } from "#server/bff/store/schema/parse-access.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";
import { sortByName } from "#server/bff/store/sort-by-name.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";

/** An API client. Times are milliseconds since 1970. */
export interface StoredClient {
  clientID: string;
  name: string;
  role: Role;
  environments: Environment[];
  /** The addresses from which the client may call. Null: any address. */
  addresses: string[] | null;
  keyEnd: string;
  createdAt: number;
  /** The e-mail address of the administrator who created the client. */
  createdBy: string;
  createdByName: string;
  expiresAt: number | null;
  lastUsedAt: number | null;
  revokedAt: number | null;
  assistant: AssistantMode;
}

export type NewStoredClient = Pick<
  StoredClient,
  "clientID" | "name" | "role" | "environments" | "addresses" | "keyEnd" | "createdAt" | "expiresAt"
> & { keyHash: string; createdBy: string };

const addressesSchema = z.array(z.string());
const assistantSchema = z.enum(assistantModes);

/** The members of a client that can be changed. */
export interface ClientChanges {
  name?: string | undefined;
  assistant?: AssistantMode | undefined;
}

const select = (on: Kysely<ConsoleSchema>) =>
  on
    .selectFrom("apiClients")
    .innerJoin("staff", "staff.staffID", "apiClients.clientID")
    .innerJoin("staff as maker", "maker.staffID", "apiClients.createdBy")
    .select(["clientID", "staff.name", "staff.role", "staff.environments", "addresses", "keyEnd", "staff.createdAt"])
    .select([
      "maker.email as createdBy",
      "maker.name as createdByName",
      "expiresAt",
      "lastUsedAt",
      "staff.disabledAt as revokedAt",
      "assistant",
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof select>["executeTakeFirstOrThrow"]>>;

const ofRow = ({ role, environments, addresses, assistant, ...row }: Row): StoredClient => ({
  ...row,
  assistant: assistantSchema.parse(assistant),
  ...parseAccess({ role, environments }),
  addresses: addresses === null ? null : addressesSchema.parse(JSON.parse(addresses)),
});

/** The store of API clients. Database errors are passed on unchanged. */
export function createClientStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  const inForce = (nowMs: number, on: Kysely<ConsoleSchema> = db) =>
    select(on)
      .where("staff.disabledAt", "is", null)
      .where((where) => where.or([where("expiresAt", "is", null), where("expiresAt", ">", nowMs)]));
  const find = async (on: Kysely<ConsoleSchema>, clientID: string) => {
    const row = await select(on).where("clientID", "=", clientID).executeTakeFirst();
    return row ? ofRow(row) : null;
  };
  return {
    /** A page of the clients: clients with a working key first, each group sorted by name. And the number of all. */
    async list(
      { limit, offset }: { limit: number; offset: number },
      nowMs: number,
    ): Promise<{ clients: StoredClient[]; total: number }> {
      const byName = sortByName(await select(db).execute(), ({ clientID }) => clientID);
      const hasEnded = ({ revokedAt, expiresAt }: Row) =>
        revokedAt !== null || (expiresAt !== null && expiresAt <= nowMs);
      const rows = [...byName.filter((row) => !hasEnded(row)), ...byName.filter(hasEnded)];
      return { clients: rows.slice(offset, offset + limit).map(ofRow), total: rows.length };
    },
    /** Adds a client. `createdBy` is the administrator's ID. */
    add: (client: NewStoredClient, event: NewAuditEvent): Promise<StoredClient> =>
      db.transaction().execute(async (transaction) => {
        const { clientID, name, role, environments, addresses, createdAt, ...key } = client;
        await transaction
          .insertInto("staff")
          .values({
            staffID: clientID,
            kind: "client",
            email: `client:${clientID}`,
            name,
            role,
            environments: JSON.stringify(environments),
            passwordHash: null,
            createdAt,
            disabledAt: null,
            activatedAt: null,
            lastSignInAt: null,
          })
          .execute();
        await transaction
          .insertInto("apiClients")
          .values({ clientID, ...key, addresses: addresses && JSON.stringify(addresses), lastUsedAt: null })
          .execute();
        await appendAudit(transaction, event, createdAt);
        const added = await find(transaction, clientID);
        if (!added) throw new Error("An API client that was added is gone");
        return added;
      }),
    /**
     * Changes a client, with an audit event for each changed member. The mode for assistants also decides about the
     * client's scheduled changes and waiting proposals. Null if no such client exists. Throws the error of
     * `events` without a change.
     */
    change: (
      clientID: string,
      { name, assistant }: ClientChanges,
      nowMs: number,
      events: (before: StoredClient) => readonly NewAuditEvent[],
    ): Promise<StoredClient | null> =>
      db.transaction().execute(async (transaction) => {
        const before = await find(transaction, clientID);
        if (!before) return null;
        const named = events(before);
        if (name !== undefined) {
          await transaction.updateTable("staff").set({ name }).where("staffID", "=", clientID).execute();
        }
        if (assistant !== undefined) {
          await transaction.updateTable("apiClients").set({ assistant }).where("clientID", "=", clientID).execute();
          // A key that an assistant may use changes nothing by itself, so its scheduled changes stop too.
          await suspendPlannedOf(transaction, dialect, clientID);
          if (assistant !== "proposals") await expireProposalsOf(transaction, clientID);
        }
        for (const event of named) await appendAudit(transaction, event, nowMs);
        return { ...before, ...(name !== undefined && { name }), ...(assistant !== undefined && { assistant }) };
      }),
    /**
     * Revokes the client's key. The key stops working with the next request, and its proposals expire. False if no such client exists, or if the
     * key was already revoked.
     */
    revoke: (clientID: string, nowMs: number, event: NewAuditEvent): Promise<boolean> =>
      db.transaction().execute(async (transaction) => {
        const { numUpdatedRows } = await transaction
          .updateTable("staff")
          .set({ disabledAt: nowMs })
          .where("staffID", "=", clientID)
          .where("kind", "=", "client")
          .where("disabledAt", "is", null)
          .executeTakeFirst();
        if (numUpdatedRows !== 1n) return false;
        await suspendPlannedOf(transaction, dialect, clientID);
        await expireProposalsOf(transaction, clientID);
        await appendAudit(transaction, event, nowMs);
        return true;
      }),
    /** Returns the client that owns this key. Null if the key is unknown, or if its client is revoked or expired. */
    async findByKey(keyHash: string, nowMs: number): Promise<StoredClient | null> {
      const row = await inForce(nowMs).where("keyHash", "=", keyHash).executeTakeFirst();
      return row ? ofRow(row) : null;
    },
    /** The IDs of the clients whose keys this person has made. */
    async madeBy(staffID: string): Promise<string[]> {
      const rows = await db.selectFrom("apiClients").select("clientID").where("createdBy", "=", staffID).execute();
      return rows.map(({ clientID }) => clientID);
    },
    /** A client whose key is valid. Null if the client is unknown, revoked or expired. `on`: a transaction that reads it. */
    async findInForce(clientID: string, nowMs: number, on?: Kysely<ConsoleSchema>): Promise<StoredClient | null> {
      const row = await inForce(nowMs, on).where("clientID", "=", clientID).executeTakeFirst();
      return row ? ofRow(row) : null;
    },
    /** The environments of the given clients. Revoked and expired clients are left out. */
    async environmentsOf(
      clientIDs: readonly string[],
      nowMs: number,
    ): Promise<ReadonlyMap<string, readonly Environment[]>> {
      if (clientIDs.length === 0) return new Map();
      const rows = await inForce(nowMs).where("clientID", "in", clientIDs).execute();
      return new Map(rows.map((row) => [row.clientID, ofRow(row).environments]));
    },
    /** Records when the client was last used. */
    async used(clientID: string, nowMs: number): Promise<void> {
      await db.updateTable("apiClients").set({ lastUsedAt: nowMs }).where("clientID", "=", clientID).execute();
    },
  };
}
