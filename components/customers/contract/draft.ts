import { z } from "zod";
import { type KeptItem, keptItem } from "#lib/browser-storage/kept-items.ts";
import { contractSchema } from "#lib/contract/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";

/** What somebody has chosen and not sent, with the contract that they saw then. */
const draftSchema = z.object({
  member: z.enum(["plan", "term"]),
  value: z.string().max(200),
  seen: contractSchema,
});

export type ContractDraft = z.infer<typeof draftSchema>;

/** One for each person and customer in a tab. It outlives a reload and signing in again. */
const kept = (environment: Environment, customerID: string, staffID: string): KeptItem =>
  keptItem("contract-draft", staffID, environment, customerID);

/** This person's draft; somebody else's who used the same tab is none. */
export function readDraft(environment: Environment, customerID: string, staffID: string): ContractDraft | undefined {
  try {
    return draftSchema.safeParse(JSON.parse(kept(environment, customerID, staffID).read() ?? "null")).data;
  } catch {
    return undefined;
  }
}

export function keepDraft(environment: Environment, customerID: string, staffID: string, draft: ContractDraft): void {
  // Where nothing is kept, the page itself still has it.
  kept(environment, customerID, staffID).write(JSON.stringify(draft));
}

export function dropDraft(environment: Environment, customerID: string, staffID: string): void {
  kept(environment, customerID, staffID).remove();
}
