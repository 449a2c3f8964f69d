import type { Environment } from "#lib/contract/environment.ts";
import type { CallContext } from "#server/api-client/call-context.ts";
import { type ContractAnswer, normaliseContractAnswer } from "#server/api-client/normalise/write-answers.ts";
import type { PerformWrite } from "#server/api-client/perform-write.ts";
import type { SendOptions, WriteResult } from "./write-result.ts";

/** The body of `PATCH …/contract`: exactly one of the two members (specification, section 4.4). */
export type ContractChange = { term: string } | { plan: string };

export interface ChangeContractOptions extends SendOptions {
  /**
   * Called before each retry, not before the first attempt. Reads the contract and throws an AppError if a retry would
   * overwrite another change. The error ends the call.
   */
  before?: () => Promise<void>;
}

/**
 * Changes a customer's term or plan (`PATCH /customers/{customerID}/contract`, specification, section 4.4). Retried
 * like a read, after `before`. Never throws.
 */
export function changeContract(
  { environment, performWrite }: { environment: Environment; performWrite: PerformWrite },
  { customerID, change }: { customerID: string; change: ContractChange },
  { before, beforeSend }: ChangeContractOptions,
  call: CallContext,
): Promise<WriteResult<ContractAnswer>> {
  const path = `/customers/${encodeURIComponent(customerID)}/contract`;
  const parse = (json: unknown, { location }: { location: string | null }) =>
    normaliseContractAnswer({ json, location }, environment);
  const template = "/customers/{customerID}/contract";
  const request = { path, template, body: change, mayBeEmpty: true, repeat: "like-a-read", parse, beforeSend } as const;
  return performWrite({ method: "PATCH", ...request, ...(before === undefined ? {} : { before }) }, call);
}
