import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** The kinds of maintenance that "Console health" shows. */
export const maintenanceKinds = ["backup", "restore", "retention"] as const;

export type MaintenanceKind = (typeof maintenanceKinds)[number];

export interface MaintenanceRun {
  kind: MaintenanceKind;
  /** Milliseconds since 1970. */
  endedAt: number;
  /** Numbers and short texts, for example `{ rows: 1200, ms: 850 }`. Contains no secrets and no personal data. */
  detail: Record<string, string | number | boolean>;
}

/** The maximum number of stored runs of each kind. */
export const maxKeptRuns = 100;

export const maintenanceRunSchema = z.object({
  kind: z.enum(maintenanceKinds),
  endedAt: z.number(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

/** The store of finished backups, restores and removals of old records. Database errors are passed on unchanged. */
export type MaintenanceStore = ReturnType<typeof createMaintenanceStore>;

export function createMaintenanceStore(db: Kysely<ConsoleSchema>) {
  const newest = (kind: MaintenanceKind, limit: number) =>
    db
      .selectFrom("maintenanceRuns")
      .select(["runID", "kind", "endedAt", "detail"])
      .where("kind", "=", kind)
      .orderBy("endedAt", "desc")
      .orderBy("runID")
      .limit(limit);

  return {
    /** Stores a run. If there are too many runs of its kind, removes the oldest ones. */
    async record({ kind, endedAt, detail }: MaintenanceRun): Promise<void> {
      const row = { runID: randomUUID(), kind, endedAt, detail: JSON.stringify(detail) };
      await db.insertInto("maintenanceRuns").values(row).execute();
      const kept = await newest(kind, maxKeptRuns).execute();
      if (kept.length < maxKeptRuns) return;
      await db
        .deleteFrom("maintenanceRuns")
        .where("kind", "=", kind)
        .where("endedAt", "<", (kept.at(-1) as { endedAt: number }).endedAt)
        .execute();
    },
    /** The last run of each kind. */
    async last(): Promise<MaintenanceRun[]> {
      const rows = await Promise.all(maintenanceKinds.map((kind) => newest(kind, 1).executeTakeFirst()));
      return rows.flatMap((row) =>
        row ? [maintenanceRunSchema.parse({ ...row, detail: JSON.parse(row.detail) })] : [],
      );
    },
  };
}
