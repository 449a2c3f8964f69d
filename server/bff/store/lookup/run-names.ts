import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { bulkSourceSchema } from "#server/bff/store/bulk/bulk-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The texts by which people know a bulk change or an import: the name of its file, and its reason. */
export interface RunNames {
  id: string;
  names: string[];
}

/** Lists the texts by which people know bulk changes and imports. */
export function createRunNameStore(db: Kysely<ConsoleSchema>) {
  return {
    /** The names of the newest imports, newest first. */
    async ofImports(environment: Environment, limit: number): Promise<RunNames[]> {
      const rows = await db
        .selectFrom("imports")
        .select(["importID", "fileName", "note"])
        .where("environment", "=", environment)
        .orderBy("createdAt", "desc")
        .orderBy("importID")
        .limit(limit)
        .execute();
      return rows.map(({ importID, fileName, note }) => ({
        id: importID,
        names: [fileName, note].filter((name) => name !== null),
      }));
    },
    /** The names of the newest bulk changes that have a file or a reason, newest first. */
    async ofBulks(environment: Environment, limit: number): Promise<RunNames[]> {
      const rows = await db
        .selectFrom("bulks")
        .select(["bulkID", "note", "source"])
        .where("environment", "=", environment)
        .where((builder) => builder.or([builder("note", "is not", null), sql<boolean>`"source" like '%"fileName"%'`]))
        .orderBy("createdAt", "desc")
        .orderBy("bulkID")
        .limit(limit)
        .execute();
      return rows.map(({ bulkID, note, source: text }) => {
        const source = bulkSourceSchema.parse(text);
        const fileName = source.kind === "file" ? source.fileName : null;
        return { id: bulkID, names: [note, fileName].filter((name) => name !== null) };
      });
    },
  };
}
