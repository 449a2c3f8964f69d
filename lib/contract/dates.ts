import { z } from "zod";
import { isCalendarDay } from "#lib/contract/values/calendar.ts";

/** A calendar day in UTC, `YYYY-MM-DD`: what the console sends as `datefrom` and `dateto`. */
export const calendarDaySchema = z
  .string()
  .refine(isCalendarDay, { error: "must be a date that exists, written YYYY-MM-DD" });

/** What a schema says about a window that is none. */
export const invalidWindow = { path: ["dateto"], error: "must not be before datefrom" };
