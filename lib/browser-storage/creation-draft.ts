import type { Environment } from "#lib/contract/environment.ts";
import { type AnswerShape, hasShape, isRecord } from "#lib/requests/answer-shape.ts";
import { type StoredItem, storedItem } from "./stored-items.ts";

/** The form's values as typed. */
export interface CreationValues {
  companyName: string;
  plan: string;
  term: string;
  usersCount: string;
  email: string;
  /** JSON for members that the specification does not describe. */
  further: string;
  /** True if the person has confirmed that the plan needs no administrator's email address. */
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
  /**
   * The `Idempotency-Key`. It is created with the draft and stays the same until the outcome of the creation is known.
   */
  key: string;
  values: CreationValues;
  /** The ticket and the reason that the person has typed so far. */
  reference?: { ticket?: string | undefined; reason?: string | undefined } | undefined;
  /** True if the person has confirmed that the creation may create a second customer. */
  knowingly: boolean;
  /**
   * The ID of an earlier creation with the same values. Set if the person wants a second customer with these values.
   */
  despite?: string | undefined;
  /** The body that was sent and when it was sent; set while the outcome is unknown. */
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

/**
 * The browser's storage item for a draft that the server could not store yet. `again`: the ID of the operation whose
 * values are reused. Undefined if no values are reused.
 */
const kept = (environment: Environment, again: string | undefined, staffID: string): StoredItem =>
  storedItem("creation-draft", staffID, environment, again ?? "new");

/** A new draft with a new idempotency key. */
export function newDraft(values: CreationValues = emptyCreation): CreationDraft {
  return { key: randomKey(), values, knowingly: false };
}

/** Parses a stored draft; undefined for any other value. */
export function parseCreationDraft(content: unknown): CreationDraft | undefined {
  return isDraft(content) ? content : undefined;
}

/**
 * Returns the draft that the form opens with. Normally this is the tab's draft, because it is newer than the server's.
 * There is one exception: both drafts have the same key, and only the server's draft is marked as sent. This happens if
 * the tab is a copy of the tab that sent the draft. The form then opens with the server's draft.
 */
export function draftToOpen(
  ofTab: CreationDraft | undefined,
  ofConsole: CreationDraft | undefined,
): CreationDraft | undefined {
  const wasSent = ofConsole?.sent !== undefined && ofTab?.sent === undefined && ofTab?.key === ofConsole.key;
  return wasSent ? ofConsole : (ofTab ?? ofConsole);
}

/**
 * Adds the values that the person typed while the draft was loading. `begun` holds the values that the form started
 * with. A sent draft stays unchanged.
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

/** The draft stored in this tab, if it belongs to this person and can be parsed. */
export function readDraft(
  environment: Environment,
  again: string | undefined,
  staffID: string,
): CreationDraft | undefined {
  try {
    return parseCreationDraft(JSON.parse(kept(environment, again, staffID).read() ?? "null"));
  } catch {
    // The stored text is not valid JSON.
    return undefined;
  }
}

/** Stores a draft in this tab while the server cannot store it. Returns false if the browser cannot store it either. */
export function keepDraft(
  environment: Environment,
  again: string | undefined,
  staffID: string,
  draft: CreationDraft,
): boolean {
  return kept(environment, again, staffID).write(JSON.stringify(draft));
}

/** Deletes the stored draft. */
export function dropDraft(environment: Environment, again: string | undefined, staffID: string): void {
  kept(environment, again, staffID).remove();
}

/** Returns a random UUID. `crypto.randomUUID` does not exist on pages served over plain HTTP, except on localhost. */
export function randomKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
