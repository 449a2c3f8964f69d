import type { Kysely } from "kysely";
import type { ConsoleSchema } from "./schema/schema.ts";

export interface CurrentTicket {
  ticket: string;
  /** Milliseconds since 1970. */
  since: number;
}

/** Stores the ticket that each person is working on. Database errors are passed on unchanged. */
export function createCurrentTicketStore(db: Kysely<ConsoleSchema>) {
  return {
    async find(staffID: string): Promise<CurrentTicket | null> {
      const row = await db
        .selectFrom("currentTickets")
        .select(["ticket", "since"])
        .where("staffID", "=", staffID)
        .executeTakeFirst();
      return row ?? null;
    },
    /** Sets the ticket that the person is working on. Null removes the ticket. Returns the new current ticket. */
    async put(staffID: string, ticket: string | null, nowMs: number): Promise<CurrentTicket | null> {
      if (ticket === null) {
        await db.deleteFrom("currentTickets").where("staffID", "=", staffID).execute();
        return null;
      }
      const values = { ticket, since: nowMs };
      await db
        .insertInto("currentTickets")
        .values({ staffID, ...values })
        .onConflict((conflict) => conflict.column("staffID").doUpdateSet(values))
        .execute();
      return values;
    },
  };
}
