"use client";

import { useQueries } from "@tanstack/react-query";
import { useSession } from "#components/ui/session.tsx";
import type { CallerSubject } from "#lib/caller/caller-subject.ts";
import type { CallerCandidate, CallerCard } from "#lib/contract/console/caller-card.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { callerCardQueryOptions } from "#lib/query/customers/caller-card.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { type ShownProblem, shownProblem } from "#lib/requests/shown-problem.ts";

/** What one environment says about the caller. */
export interface CallerReading {
  environment: Environment;
  card: CallerCard | undefined;
  problem: ShownProblem | undefined;
  isSearching: boolean;
  retry: () => void;
}

/** A customer that may be calling, and its environment. */
export interface FoundCaller {
  environment: Environment;
  candidate: CallerCandidate;
}

/** Searches for the caller in each environment that the person may see. Each environment has its own request. */
export function useCallerCards(subject: CallerSubject): CallerReading[] {
  const { environments } = useSession();
  const searched = environments.filter((one) => subject.environment === undefined || subject.environment === one);
  return useQueries({
    queries: searched.map((environment) => ({ ...callerCardQueryOptions(environment, subject), ...keepPageData })),
    combine: (results) =>
      results.map(({ data, error, isFetching, refetch }, index) => ({
        environment: searched[index] as Environment,
        card: data,
        problem: error && !data ? shownProblem(error) : undefined,
        isSearching: isFetching && !data,
        retry: () => void refetch(),
      })),
  });
}

/** The customers of all environments. */
export const foundCallers = (readings: readonly CallerReading[]): FoundCaller[] =>
  readings.flatMap(({ environment, card }) =>
    (card?.candidates ?? []).map((candidate) => ({ environment, candidate })),
  );
