import { randomUUID } from "node:crypto";
import type { Kysely } from "kysely";
import { z } from "zod";
import type { ConsoleSchema } from "#server/bff/store/schema/schema.ts";

/** What keeps a store in order and is worth knowing of afterwards. */
export const maintenanceKinds = ["backup", "restore", "retention"] as const;

export type MaintenanceKind = (typeof maintenanceKinds)[number];

export interface MaintenanceRun {
  kind: MaintenanceKind;
  /** Milliseconds since 1970. */
  endedAt: number;
  /** Figures and short texts, such as `{ rows: 1200, ms: 850 }`; never a secret and nothing of a person. */
  detail: Record<string, string | number | boolean>;
}

/** How many runs of each kind are kept. */
export const maxKeptRuns = 100;

/** The backups, restores and removals of old records that have ended. Errors of the database come as they are. */
export interface MaintenanceStore {
  /** Keeps a run; beyond the bound the oldest ones of its kind go. */
  record(run: MaintenanceRun): Promise<void>;
  /** The last run of each kind that there was. */
  last(): Promise<MaintenanceRun[]>;
}

export const maintenanceRunSchema = z.object({
  kind: z.enum(maintenanceKinds),
  endedAt: z.number(),
  detail: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
});

export function createMaintenanceStore(db: Kysely<ConsoleSchema>): MaintenanceStore {
  const newest = (kind: MaintenanceKind, limit: number) =>
    db
      .selectFrom("maintenanceRuns")
      .select(["runID", "kind", "endedAt", "detail"])
      .where("kind", "=", kind)
      .orderBy("endedAt", "desc")
      .orderBy("runID")
      .limit(limit);

  return {
    async record({ kind, endedAt, detail }) {
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
    async last() {
      const rows = await Promise.all(maintenanceKinds.map((kind) => newest(kind, 1).executeTakeFirst()));
      return rows.flatMap((row) =>
        row ? [maintenanceRunSchema.parse({ ...row, detail: JSON.parse(row.detail) })] : [],
      );
    },
  };
}
