import { z } from "zod";

/** How long a draft is stored after its last change, in milliseconds. */
export const draftKeptMs = 7 * 24 * 60 * 60_000;

/** The maximum number of drafts per person. */
export const maxDrafts = 50;

/** The largest body of `PUT /api/me/drafts/{key}`, in bytes. */
export const maxDraftBytes = 65_536;

const content = z.record(z.string(), z.unknown(), { error: "must be an object" });

/** The body of `PUT /api/me/drafts/{key}`: the content of a form. Only the form itself knows the format. */
export const newDraftSchema = z.strictObject({ content });

/** The input of a form that a person has typed but not sent yet. */
export const draftSchema = z.object({
  key: z.string(),
  content,
  /** ISO 8601 in UTC, like `expiresAt`. */
  updatedAt: z.string(),
  expiresAt: z.string(),
});

export type Draft = z.infer<typeof draftSchema>;

/** The answer of `GET` and `PUT /api/me/drafts/{key}`; null if nothing is stored. */
export const draftAnswerSchema = z.object({ draft: draftSchema.nullable() });
