import type { Kysely } from "kysely";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { ActivityTable } from "#server/provisioning/store/schema/resource-schema.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";

/** The types of activities. The specification does not define the values. */
export const activityTypes = ["call", "message", "voicemail", "provisioning"] as const;

export type ActivityType = (typeof activityTypes)[number];

/**
 * The directions of activities. The specification does not define the values. Activities of the service itself are
 * `internal`.
 */
export const activityDirections = ["inbound", "outbound", "internal"] as const;

export type ActivityDirection = (typeof activityDirections)[number];

/** One activity of a customer. `atMs` is milliseconds since 1970. */
export interface ActivityRecord {
  activityID: string;
  type: ActivityType;
  direction: ActivityDirection;
  from: string;
  to: string;
  atMs: number;
  durationSeconds: number;
  /** A description of the action. Only for activities of the type `provisioning`. */
  description?: string;
}

function toRecord(row: ActivityTable): ActivityRecord {
  return {
    activityID: row.activity_id,
    type: z.enum(activityTypes).parse(row.type),
    direction: z.enum(activityDirections).parse(row.direction),
    from: row.from_party,
    to: row.to_party,
    atMs: row.at,
    durationSeconds: row.duration_seconds,
    ...(row.description === null ? {} : { description: row.description }),
  };
}

export type ActivityStore = ReturnType<typeof createActivityStore>;

/** Creates the store of the activities of both environments, on SQLite or Postgres. */
export function createActivityStore(db: Kysely<ProvisioningSchema>) {
  return {
    /** Adds one activity to a customer. */
    async record(environment: Environment, customerID: string, activity: ActivityRecord): Promise<void> {
      await db
        .insertInto("activities")
        .values({
          environment,
          activity_id: activity.activityID,
          customer_id: customerID,
          type: activity.type,
          direction: activity.direction,
          from_party: activity.from,
          to_party: activity.to,
          at: activity.atMs,
          duration_seconds: activity.durationSeconds,
          description: activity.description ?? null,
        })
        .execute();
    },

    /**
     * Returns all stored activities of a customer, newest first. Only the activities of the service itself are stored,
     * and there are few of them.
     */
    async ofCustomer(environment: Environment, customerID: string): Promise<ActivityRecord[]> {
      const rows = await db
        .selectFrom("activities")
        .selectAll()
        .where("environment", "=", environment)
        .where("customer_id", "=", customerID)
        .orderBy("at", "desc")
        .orderBy("activity_id", "desc")
        .execute();
      return rows.map(toRecord);
    },
  };
}
