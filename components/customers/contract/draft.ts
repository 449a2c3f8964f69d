import { z } from "zod";
import { contractSchema } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** What somebody has chosen and not sent, with the contract that they saw then. */
const draftSchema = z.object({
  staffID: z.string(),
  member: z.enum(["plan", "term"]),
  value: z.string().max(200),
  seen: contractSchema,
});

export type ContractDraft = z.infer<typeof draftSchema>;

const keyOf = (environment: Environment, customerID: string) => `contract-draft ${environment} ${customerID}`;

/** A tab's own memory, where the browser allows one: it outlives a reload and signing in again. */
function memory(): Storage | undefined {
  try {
    return window.sessionStorage;
  } catch {
    return undefined;
  }
}

/** This person's draft; somebody else's who used the same tab is none. */
export function readDraft(environment: Environment, customerID: string, staffID: string): ContractDraft | undefined {
  try {
    const text = memory()?.getItem(keyOf(environment, customerID));
    const { data } = draftSchema.safeParse(JSON.parse(text ?? "null"));
    return data?.staffID === staffID ? data : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(environment: Environment, customerID: string, draft: ContractDraft): void {
  try {
    memory()?.setItem(keyOf(environment, customerID), JSON.stringify(draft));
  } catch {
    // Full, or not allowed: the page itself still has it.
  }
}

export function dropDraft(environment: Environment, customerID: string): void {
  memory()?.removeItem(keyOf(environment, customerID));
}
