import type { Kysely } from "kysely";
import { acquireAdvisoryLock } from "#server/bff/store/schema/acquire-advisory-lock.ts";
import type { DatabaseDialect } from "#server/database/open-database.ts";
import type { ConsoleSchema } from "./schema/schema.ts";

/** A script or style of a build. */
export interface BuildFile {
  /** The path relative to the folder of static files, with `/` between its parts. */
  path: string;
  /** The file's Content-Type. */
  type: string;
  /** How `body` is compressed. */
  encoding: "br" | "identity";
  body: Buffer;
}

/**
 * The maximum number of rows in one statement. The number of parameters of a statement is limited, and a statement with
 * a megabyte of text is slow.
 */
const rowsAtOnce = 20;

/**
 * The scripts and styles of recent builds. A page may come from another replica with a different build. Every replica
 * can serve the files of that build from this store.
 */
export type BuildStore = ReturnType<typeof createBuildStore>;

export function createBuildStore(db: Kysely<ConsoleSchema>, dialect: DatabaseDialect) {
  return {
    /** The paths of each stored build. */
    async paths(): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
      const rows = await db.selectFrom("buildFiles").select(["buildID", "path"]).execute();
      const paths = new Map<string, Set<string>>();
      for (const { buildID, path } of rows) paths.set(buildID, (paths.get(buildID) ?? new Set()).add(path));
      return paths;
    },
    async read(buildID: string, path: string): Promise<BuildFile | null> {
      const row = await db
        .selectFrom("buildFiles")
        .select(["type", "encoding", "content"])
        .where("buildID", "=", buildID)
        .where("path", "=", path)
        .executeTakeFirst();
      if (!row) return null;
      const encoding = row.encoding === "br" ? "br" : "identity";
      return { path, type: row.type, encoding, body: Buffer.from(row.content, "base64") };
    },
    async has(buildID: string): Promise<boolean> {
      const row = await db.selectFrom("builds").select("buildID").where("buildID", "=", buildID).executeTakeFirst();
      return row !== undefined;
    },
    /**
     * Stores a build as the newest build, and removes all but the `kept` newest builds. `files` may be empty if the
     * build is already stored.
     */
    publish: (buildID: string, files: readonly BuildFile[], nowMs: number, kept: number): Promise<void> =>
      db.transaction().execute(async (transaction) => {
        // Replicas with the same build may start at the same time. The lock lets only one replica write.
        await acquireAdvisoryLock(transaction, dialect, "builds");
        await transaction
          .insertInto("builds")
          .values({ buildID, publishedAt: nowMs })
          .onConflict((conflict) => conflict.column("buildID").doUpdateSet({ publishedAt: nowMs }))
          .execute();
        for (let index = 0; index < files.length; index += rowsAtOnce) {
          const rows = files
            .slice(index, index + rowsAtOnce)
            .map(({ body, ...file }) => ({ buildID, ...file, content: body.toString("base64") }));
          await transaction
            .insertInto("buildFiles")
            .values(rows)
            .onConflict((conflict) => conflict.columns(["buildID", "path"]).doNothing())
            .execute();
        }
        const builds = await transaction
          .selectFrom("builds")
          .select("buildID")
          .orderBy("publishedAt", "desc")
          .orderBy("buildID")
          .execute();
        const old = builds.slice(kept).map((build) => build.buildID);
        if (old.length === 0) return;
        await transaction.deleteFrom("buildFiles").where("buildID", "in", old).execute();
        await transaction.deleteFrom("builds").where("buildID", "in", old).execute();
      }),
  };
}
