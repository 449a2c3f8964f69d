import { z } from "zod";
import { isCalendarDay } from "#lib/contract/values/calendar.ts";

/** A calendar day in UTC, `YYYY-MM-DD`. The members `datefrom` and `dateto` have this format. */
export const calendarDaySchema = z
  .string()
  .refine(isCalendarDay, { error: "must be a date that exists, written YYYY-MM-DD" });

/** The error for a range of days that ends before it starts. */
export const invalidWindow = { path: ["dateto"], error: "must not be before datefrom" };
