import type { Environment } from "#lib/contract/environment.ts";
import { type ContractAnswer, normaliseContractAnswer } from "#server/api-client/normalise/write-answers.ts";
import type { CallContext } from "#server/api-client/perform-call.ts";
import type { PerformWrite } from "#server/api-client/perform-write.ts";
import type { WriteResult } from "./write-result.ts";

/** The body of `PATCH …/contract`: exactly one of the two (specification, section 4.4). */
export type ContractChange = { term: string } | { plan: string };

export interface ChangeContractOptions {
  /**
   * Called before the change is sent again, never before the first time: reads the contract and
   * throws an AppError where a repeat would overwrite somebody's change, which ends the call.
   */
  before?: () => Promise<void>;
}

/**
 * Changes a customer's term or plan (`PATCH /customers/{customerID}/contract`, specification, section
 * 4.4). Repeated as a read is, after `before`. Never throws.
 */
export function changeContract(
  { environment, performWrite }: { environment: Environment; performWrite: PerformWrite },
  { customerID, change }: { customerID: string; change: ContractChange },
  { before }: ChangeContractOptions,
  call: CallContext,
): Promise<WriteResult<ContractAnswer>> {
  const path = `/customers/${encodeURIComponent(customerID)}/contract`;
  const parse = (json: unknown, { location }: { location: string | null }) =>
    normaliseContractAnswer({ json, location }, environment);
  const request = { path, body: change, mayBeEmpty: true, repeat: "like-a-read", parse } as const;
  return performWrite({ method: "PATCH", ...request, ...(before === undefined ? {} : { before }) }, call);
}
