import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { bulkSourceSchema } from "#server/bff/store/bulk/bulk-rows.ts";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The names of a bulk change or an import: its file and its reason. The page shows the first one. */
export interface RunNames {
  id: string;
  names: string[];
}

/** The names of an import: its file, then its reason. */
const namesOfImport = ({ importID, fileName, note }: { importID: string; fileName: string; note: string | null }) => ({
  id: importID,
  names: [fileName, note].filter((name) => name !== null),
});

/** The names of a bulk change: its reason, then its file. It may have neither. */
function namesOfBulk({ bulkID, note, source: text }: { bulkID: string; note: string | null; source: string }) {
  const source = bulkSourceSchema.parse(text);
  const fileName = source.kind === "file" ? source.fileName : null;
  return { id: bulkID, names: [note, fileName].filter((name) => name !== null) };
}

/** Lists the names of bulk changes and imports. */
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
      return rows.map(namesOfImport);
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
      return rows.map(namesOfBulk);
    },
    /** The names of these bulk changes and imports of any environment. Unknown IDs are left out. */
    async of(bulkIDs: readonly string[], importIDs: readonly string[]): Promise<RunNames[]> {
      const bulks =
        bulkIDs.length === 0
          ? []
          : await db.selectFrom("bulks").select(["bulkID", "note", "source"]).where("bulkID", "in", bulkIDs).execute();
      const imports =
        importIDs.length === 0
          ? []
          : await db
              .selectFrom("imports")
              .select(["importID", "fileName", "note"])
              .where("importID", "in", importIDs)
              .execute();
      return [...bulks.map(namesOfBulk), ...imports.map(namesOfImport)];
    },
  };
}
