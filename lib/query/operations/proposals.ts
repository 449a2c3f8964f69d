import type { Environment } from "#lib/contract/environment.ts";
import type { ProposalDetail } from "#lib/contract/operations/proposal.ts";
import { api } from "#lib/paths.ts";
import { pageQuery } from "#lib/query/page-reading.ts";
import { fetches } from "#lib/requests/fetch-json.ts";

/** A proposal of an assistant, and the current state of its customer. */
export function proposalQueryOptions(
  environment: Environment,
  proposalID: string,
  read: (signal: AbortSignal) => Promise<ProposalDetail> = fetches<ProposalDetail>(
    api.proposal(environment, proposalID),
    { proposal: "object", differences: "array", approval: "array", asOf: "string" },
  ),
) {
  return pageQuery([environment, "proposal", proposalID], read, 5_000);
}
