import type { Kysely, Selectable } from "kysely";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { type ImportMapping, importMappingSchema } from "#lib/contract/operations/imports.ts";
import { appendAudit } from "#server/bff/store/audit/append-audit.ts";
import { jsonText } from "#server/bff/store/schema/json-text.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** A mapping that was saved for later files. Everybody in the environment sees it. */
export interface StoredMapping {
  mappingID: string;
  environment: Environment;
  name: string;
  mapping: ImportMapping;
  actor: { staffID: string; email: string };
  createdAt: number;
}

const maxListed = 100;

const nameKeyOf = (name: string) => name.normalize("NFKC").toLowerCase();

function mappingOfRow({
  staffID,
  email,
  nameKey: _,
  ...row
}: Selectable<ConsoleSchema["importMappings"]>): StoredMapping {
  const mapping = jsonText(importMappingSchema).parse(row.mapping);
  return { ...row, environment: row.environment as Environment, mapping, actor: { staffID, email } };
}

/** The store of column mappings that people have saved. */
export function createImportMappingStore(db: Kysely<ConsoleSchema>) {
  return {
    /** Saves a mapping. A mapping with the same name is replaced. */
    save: ({ actor, mapping, ...rest }: StoredMapping, event: NewAuditEvent): Promise<void> =>
      db.transaction().execute(async (on) => {
        const row = { ...rest, ...actor, nameKey: nameKeyOf(rest.name), mapping: JSON.stringify(mapping) };
        const { mappingID: _, environment: __, nameKey: ___, ...changed } = row;
        await on
          .insertInto("importMappings")
          .values(row)
          .onConflict((conflict) => conflict.columns(["environment", "nameKey"]).doUpdateSet(changed))
          .execute();
        await appendAudit(on, event, rest.createdAt);
      }),
    /** The first hundred mappings, sorted by name. */
    async list(environment: Environment): Promise<StoredMapping[]> {
      const rows = await db
        .selectFrom("importMappings")
        .selectAll()
        .where("environment", "=", environment)
        .orderBy("nameKey")
        .limit(maxListed)
        .execute();
      return rows.map(mappingOfRow);
    },
    /** Removes a mapping. False if there is no such mapping. */
    remove: (environment: Environment, mappingID: string, event: NewAuditEvent, nowMs: number): Promise<boolean> =>
      db.transaction().execute(async (on) => {
        const gone = await on
          .deleteFrom("importMappings")
          .where("environment", "=", environment)
          .where("mappingID", "=", mappingID)
          .executeTakeFirst();
        if (gone.numDeletedRows === 0n) return false;
        await appendAudit(on, event, nowMs);
        return true;
      }),
  };
}
