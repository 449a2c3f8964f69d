import type { Kysely } from "kysely";
import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import type { ActivityTable } from "#server/provisioning/store/schema/resource-schema.ts";
import type { ProvisioningSchema } from "#server/provisioning/store/schema/schema.ts";

/** The types of activities. Our choice: the specification does not show the values. */
export const activityTypes = ["call", "message", "voicemail", "provisioning"] as const;

export type ActivityType = (typeof activityTypes)[number];

/**
 * The directions of activities. Our choice: the specification does not show the values. Actions of the service itself
 * are `internal`.
 */
export const activityDirections = ["inbound", "outbound", "internal"] as const;

export type ActivityDirection = (typeof activityDirections)[number];

/** Something that happened to a customer, for example a call. `atMs` is in milliseconds since 1970. */
export interface ActivityRecord {
  activityID: string;
  type: ActivityType;
  direction: ActivityDirection;
  from: string;
  to: string;
  atMs: number;
  durationSeconds: number;
  /** What the service did. Only for activities of the type `provisioning`. */
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

/** The stored activities of both environments, on SQLite or PostgreSQL. */
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

    /** All stored activities of a customer, newest first. Only the few actions of the service itself are stored. */
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
