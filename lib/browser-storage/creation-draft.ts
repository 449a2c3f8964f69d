import { z } from "zod";
import type { Environment } from "#lib/contract/environment.ts";

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
  /** Whose it is: nobody else who signs in to this tab gets it. */
  staffID: z.string(),
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

/** Where drafts are kept; a tab's `sessionStorage`, which a duplicated tab gets a copy of. */
export interface DraftStorage {
  getItem(key: string): string | null;
  setItem(key: string, text: string): void;
  removeItem(key: string): void;
}

const placeOf = (environment: Environment, again: string | undefined) =>
  `switchboard creation draft ${environment} ${again ?? "new"}`;

/** A draft that begins, with a key of its own. */
export function newDraft(staffID: string, values: CreationValues = emptyCreation): CreationDraft {
  return { staffID, key: randomKey(), values, knowingly: false };
}

/** The draft that is kept, where it is this person's and can be read. */
export function readDraft(
  storage: DraftStorage,
  environment: Environment,
  again: string | undefined,
  staffID: string,
): CreationDraft | undefined {
  try {
    const text = storage.getItem(placeOf(environment, again));
    const draft = text === null ? undefined : draftSchema.safeParse(JSON.parse(text)).data;
    return draft?.staffID === staffID ? draft : undefined;
  } catch {
    // A browser that keeps nothing, or something else in its place.
    return undefined;
  }
}

/** Keeps a draft; none takes it away. False where the browser keeps nothing. */
export function keepDraft(
  storage: DraftStorage,
  environment: Environment,
  again: string | undefined,
  draft: CreationDraft | undefined,
): boolean {
  try {
    if (draft) storage.setItem(placeOf(environment, again), JSON.stringify(draft));
    else storage.removeItem(placeOf(environment, again));
    return true;
  } catch {
    return false;
  }
}

/** A UUID; `crypto.randomUUID` is not there on a plain-http host other than this machine. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
