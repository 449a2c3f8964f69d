import { type Kysely, sql } from "kysely";
import type { Environment } from "#lib/contract/environment.ts";
import { shiftStepTimes } from "./resources/job-store.ts";
import type { ProvisioningSchema } from "./schema/schema.ts";

/** Adds `distanceMs` to all times of an environment's demo numbers, webhooks and jobs. */
export async function moveSeededResources(
  db: Kysely<ProvisioningSchema>,
  environment: Environment,
  distanceMs: number,
): Promise<void> {
  for (const table of ["numbers", "webhooks"] as const) {
    await db
      .updateTable(table)
      .set({ created: sql<number>`created + ${distanceMs}` })
      .where("environment", "=", environment)
      .where("seeded", "=", 1)
      .execute();
  }
  const jobs = await db
    .selectFrom("jobs")
    .select(["job_id", "steps", "created", "updated"])
    .where("environment", "=", environment)
    .where("seeded", "=", 1)
    .execute();
  for (const job of jobs) {
    await db
      .updateTable("jobs")
      .set({
        created: job.created + distanceMs,
        updated: job.updated + distanceMs,
        steps: shiftStepTimes(job.steps, distanceMs),
      })
      .where("environment", "=", environment)
      .where("job_id", "=", job.job_id)
      .execute();
  }
}
