import type { Environment } from "#lib/contract/environment.ts";
import { type AnswerShape, hasShape, isRecord } from "#lib/requests/answer-shape.ts";
import { type StoredItem, storedItem } from "./stored-items.ts";

/** What the form holds, as it was typed. */
export interface CreationValues {
  companyName: string;
  plan: string;
  term: string;
  usersCount: string;
  email: string;
  /** JSON for what the specification does not show. */
  further: string;
  /** The person says that the plan needs no administrator's address. */
  withoutEmail: boolean;
}

export const emptyCreation: Readonly<CreationValues> = {
  companyName: "",
  plan: "",
  term: "",
  usersCount: "",
  email: "",
  further: "",
  withoutEmail: false,
};

export interface CreationDraft {
  /** The `Idempotency-Key`, made when the draft begins and kept until it is settled. */
  key: string;
  values: CreationValues;
  /** For which ticket and why, as far as it was typed. */
  reference?: { ticket?: string | undefined; reason?: string | undefined } | undefined;
  /** The person knows that a second customer may come of it. */
  knowingly: boolean;
  /** The creation with the same values that the person knows of, and makes another one all the same. */
  despite?: string | undefined;
  /** What was sent and when, while its result is not known. */
  sent?: { body: Record<string, unknown>; at: string } | undefined;
}

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;

const valuesShape: AnswerShape<CreationValues> = {
  companyName: "string",
  plan: "string",
  term: "string",
  usersCount: "string",
  email: "string",
  further: "string",
  withoutEmail: "boolean",
};

const isText = (value: unknown) => value === undefined || typeof value === "string";

function isDraft(content: unknown): content is CreationDraft {
  if (!hasShape<CreationDraft>(content, { key: "string", values: "object", knowingly: "boolean" })) return false;
  const { key, values, despite, sent, reference = {} } = content;
  const isSent = sent === undefined || (hasShape<typeof sent>(sent, { at: "string" }) && isRecord(sent.body));
  if (!isRecord(reference) || Object.values(reference).some((text) => !isText(text))) return false;
  return uuid.test(key) && hasShape(values, valuesShape) && isText(despite) && isSent;
}

/** What the console could not be told yet: one for each person in a tab. */
const kept = (environment: Environment, again: string | undefined, staffID: string): StoredItem =>
  storedItem("creation-draft", staffID, environment, again ?? "new");

/** A draft that begins, with a key of its own. */
export function newDraft(values: CreationValues = emptyCreation): CreationDraft {
  return { key: randomKey(), values, knowingly: false };
}

/** A draft as it was kept; undefined for anything else. */
export function parseCreationDraft(content: unknown): CreationDraft | undefined {
  return isDraft(content) ? content : undefined;
}

/**
 * The draft that a form opens with. What this tab keeps has not reached the console, so that it is newer; except that
 * a copied tab may keep a draft that was sent since.
 */
export function draftToOpen(
  ofTab: CreationDraft | undefined,
  ofConsole: CreationDraft | undefined,
): CreationDraft | undefined {
  const wasSent = ofConsole?.sent !== undefined && ofTab?.sent === undefined && ofTab?.key === ofConsole.key;
  return wasSent ? ofConsole : (ofTab ?? ofConsole);
}

/**
 * A draft with what was changed before it was read, in a form that began with the values `begun`. One that was sent stays
 * as it was sent.
 */
export function draftWithChanges(
  draft: CreationDraft,
  changes: Partial<CreationDraft>,
  begun: CreationValues,
): CreationDraft {
  if (draft.sent !== undefined || Object.keys(changes).length === 0) return draft;
  const names = Object.keys(begun) as (keyof CreationValues)[];
  const typed = names.filter((name) => changes.values && changes.values[name] !== begun[name]);
  const values = Object.fromEntries(typed.map((name) => [name, changes.values?.[name]]));
  return { ...draft, ...changes, values: { ...draft.values, ...values } };
}

/** The draft that this tab keeps, where it is this person's and can be read. */
export function readDraft(
  environment: Environment,
  again: string | undefined,
  staffID: string,
): CreationDraft | undefined {
  try {
    return parseCreationDraft(JSON.parse(kept(environment, again, staffID).read() ?? "null"));
  } catch {
    // Something else in its place.
    return undefined;
  }
}

/** Keeps a draft in this tab, while the console cannot. False where the browser keeps nothing. */
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
