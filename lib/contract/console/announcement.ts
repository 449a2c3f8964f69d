import { z } from "zod";
import "#lib/contract/plain-messages.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import {
  announcementLevels,
  maxAnnouncement,
  maxAnnouncementLink,
} from "#lib/contract/values/console/announcement-levels.ts";

const personSchema = z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() });

/** One line without control characters. */
const line = (max: number) =>
  z
    .string()
    .trim()
    .min(1, { error: "must not be empty" })
    .max(max, { error: `must be ${max} characters or less` })
    .refine((text) => text.isWellFormed() && !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(text), {
      error: "must be one line of text",
    });

function isSafeLink(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && url.protocol === "https:" && url.username === "" && url.password === "";
}

const linkSchema = z.strictObject({
  url: z.string().trim().max(2_000).refine(isSafeLink, { error: "must be an address that begins with https://" }),
  /** The name of the link. Absent: the host of the address. */
  text: line(maxAnnouncementLink).optional(),
});

const environmentsSchema = z
  .array(environmentSchema)
  .min(1, { error: "must name at least one environment" })
  .max(2)
  .transform((environments) => [...new Set(environments)]);

const instant = z.iso.datetime({ offset: true, error: "must be a time in ISO 8601" });

/** An administrator's message on every page. Its texts are a person's own, and must only be shown as text. */
export const announcementSchema = z.object({
  /** A new ID for each change, so that people who have closed the earlier message see the new one. */
  announcementID: z.string(),
  text: z.string(),
  level: z.enum(announcementLevels),
  environments: z.array(environmentSchema),
  /** When it appears and disappears; ISO 8601 in UTC. Absent: at once, and until somebody removes it. */
  from: z.string().optional(),
  until: z.string().optional(),
  /** A page with more about it. The address begins with https. */
  link: z.object({ url: z.string(), text: z.string().optional() }).optional(),
  by: personSchema,
  at: z.string(),
  /** True if it is shown now. An administrator also reads an announcement that is not shown yet, or not any more. */
  isShown: z.boolean(),
});

export type Announcement = z.infer<typeof announcementSchema>;

/** The body of `PUT /api/announcement`. It replaces the whole announcement. */
export const newAnnouncementSchema = z
  .strictObject({
    text: line(maxAnnouncement),
    level: z.enum(announcementLevels, { error: `must be one of ${announcementLevels.join(", ")}` }),
    environments: environmentsSchema,
    from: instant.optional(),
    until: instant.optional(),
    link: linkSchema.optional(),
  })
  .refine(({ from, until }) => from === undefined || until === undefined || Date.parse(from) < Date.parse(until), {
    error: "must be later than its start",
    path: ["until"],
  });

export type NewAnnouncement = z.output<typeof newAnnouncementSchema>;

/** The answer of `GET` and `PUT /api/announcement`. */
export const announcementAnswerSchema = z.object({
  /** Absent if nothing is announced, or if the announcement is not for this person now. */
  announcement: announcementSchema.optional(),
  asOf: z.string(),
});

export type AnnouncementAnswer = z.infer<typeof announcementAnswerSchema>;
