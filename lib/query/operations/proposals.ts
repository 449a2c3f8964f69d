import { queryOptions } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import type { ProposalDetail, ProposalList } from "#lib/contract/operations/proposal.ts";
import { api } from "#lib/paths.ts";
import { ownRecordReading, pageQuery, whileAllowed } from "#lib/query/page-reading.ts";
import { fetches, fetchJson } from "#lib/requests/fetch-json.ts";
import { type ProposalsView, proposalsQuery } from "#lib/url-state/proposals-view.ts";

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

/** The prefix of all query keys about lists of proposals. */
export const proposalsKey = (environment: Environment) => [environment, "proposals"] as const;

type ReadList = (query: URLSearchParams, signal: AbortSignal) => Promise<ProposalList>;

export const proposalListOverHttp =
  (environment: Environment): ReadList =>
  (query, signal) =>
    fetchJson<ProposalList>(
      api.proposals(environment, query),
      { proposals: "array", clients: "array", total: "number" },
      { signal, quiet: true },
    );

/** A page of an environment's proposals. */
export function proposalListQueryOptions(
  environment: Environment,
  view: ProposalsView,
  read: ReadList = proposalListOverHttp(environment),
) {
  const query = proposalsQuery(view);
  return queryOptions({
    queryKey: [...proposalsKey(environment), query.toString()],
    meta: ownRecordReading,
    queryFn: ({ signal }) => read(query, signal),
    staleTime: 2_000,
    refetchInterval: whileAllowed(30_000),
  });
}
