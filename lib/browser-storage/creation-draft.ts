import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";
import { type KeptItem, keptItem } from "./kept-items.ts";

/** What the form holds, as it was typed. */
const valuesSchema = z.object({
  companyName: z.string(),
  plan: z.string(),
  term: z.string(),
  usersCount: z.string(),
  email: z.string(),
  /** JSON for what the specification does not show. */
  further: z.string(),
  /** The person says that the plan needs no administrator's address. */
  withoutEmail: z.boolean(),
});

export type CreationValues = z.infer<typeof valuesSchema>;

export const emptyCreation: Readonly<CreationValues> = {
  companyName: "",
  plan: "",
  term: "",
  usersCount: "",
  email: "",
  further: "",
  withoutEmail: false,
};

const draftSchema = z.object({
  /** The `Idempotency-Key`, made when the draft begins and kept until it is settled. */
  key: z.uuid(),
  values: valuesSchema,
  /** The person knows that a second customer may come of it. */
  knowingly: z.boolean(),
  /** The creation with the same values that the person knows of, and makes another one all the same. */
  despite: z.string().optional(),
  /** What was sent and when, while nobody in this tab knows what became of it. */
  sent: z.object({ body: z.record(z.string(), z.unknown()), at: z.string() }).optional(),
});

export type CreationDraft = z.infer<typeof draftSchema>;

/** One for each person in a tab, which a duplicated tab gets a copy of. */
const kept = (environment: Environment, again: string | undefined, staffID: string): KeptItem =>
  keptItem("creation-draft", staffID, environment, again ?? "new");

/** A draft that begins, with a key of its own. */
export function newDraft(values: CreationValues = emptyCreation): CreationDraft {
  return { key: randomKey(), values, knowingly: false };
}

/** The draft that is kept, where it is this person's and can be read. */
export function readDraft(
  environment: Environment,
  again: string | undefined,
  staffID: string,
): CreationDraft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(kept(environment, again, staffID).read() ?? "null")).data;
  } catch {
    // Something else in its place.
    return undefined;
  }
}

/** Keeps a draft. False where the browser keeps nothing. */
export function keepDraft(
  environment: Environment,
  again: string | undefined,
  staffID: string,
  draft: CreationDraft,
): boolean {
  return kept(environment, again, staffID).write(JSON.stringify(draft));
}

/** Takes away what is kept. */
export function dropDraft(environment: Environment, again: string | undefined, staffID: string): void {
  kept(environment, again, staffID).remove();
}

/** A UUID; `crypto.randomUUID` is not there on a plain-http host other than this machine. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
