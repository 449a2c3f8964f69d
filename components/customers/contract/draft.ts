import type { GivenReference } from "#components/forms/use-write-reference.ts";
import { type StoredItem, storedItem } from "#lib/browser-storage/stored-items.ts";
import type { Contract } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { hasShape, isRecord } from "#lib/requests/answer-shape.ts";
import { parseWhen, rightNow, type When } from "./plan/when.ts";
import type { Member } from "./texts.ts";

/** The choices that a person has not sent yet, with the contract that the person saw. */
export interface ContractDraft {
  member: Member;
  value: string;
  /** The other member's new value if both members are changed. Otherwise empty. */
  second: string;
  when: When;
  expected: Contract;
  /** The ticket and the reason that the person has typed so far. */
  reference?: GivenReference | undefined;
}

/** A draft without any choice. */
export function newDraft(member: Member, expected: Contract): ContractDraft {
  return { member, value: "", second: "", when: rightNow, expected };
}

/** The maximum length of a contract value that a draft or a link may contain, in characters. */
export const maxValueLength = 200;

/** Parses a stored draft. Undefined if the value is not a draft. */
function parseDraft(kept: unknown): ContractDraft | undefined {
  if (!hasShape<ContractDraft>(kept, { member: "string", value: "string", expected: "object" })) return undefined;
  const { member, value, second = "", when, expected, reference = {} } = kept;
  const isContract = [expected.plan, expected.term].every((value) => value === undefined || typeof value === "string");
  const isKnown = (member === "plan" || member === "term") && typeof second === "string";
  const isText = (value: unknown) => value === undefined || typeof value === "string";
  if (!isRecord(reference) || !isText(reference.ticket) || !isText(reference.reason)) return undefined;
  if (!isKnown || !isContract || value.length > maxValueLength || second.length > maxValueLength) return undefined;
  return { member, value, second, when: parseWhen(when), expected, reference };
}

/**
 * Where a draft is stored. There is one draft per person, customer and tab. A draft survives a reload and a new
 * sign-in.
 */
const kept = (environment: Environment, customerID: string, staffID: string): StoredItem =>
  storedItem("contract-draft", staffID, environment, customerID);

/** Reads this person's draft. Never returns a draft of another person who has used the same tab. */
export function readDraft(environment: Environment, customerID: string, staffID: string): ContractDraft | undefined {
  try {
    return parseDraft(JSON.parse(kept(environment, customerID, staffID).read() ?? "null"));
  } catch {
    return undefined;
  }
}

export function keepDraft(environment: Environment, customerID: string, staffID: string, draft: ContractDraft): void {
  // If the browser cannot store the draft, the page's state still contains the draft.
  kept(environment, customerID, staffID).write(JSON.stringify(draft));
}

export function dropDraft(environment: Environment, customerID: string, staffID: string): void {
  kept(environment, customerID, staffID).remove();
}
