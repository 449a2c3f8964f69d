"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import type { Environment } from "#lib/contract/environment.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { lookupQueryOptions } from "#lib/query/customers/lookup.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import type { LookupReading } from "./choices.ts";

/** Looks up `term` in one environment. If the term is empty, sends no request. */
function useLookup(environment: Environment, term: string, enabled: boolean): LookupReading {
  const isAsked = enabled && term !== "";
  const reading = useInfiniteQuery({ ...lookupQueryOptions(environment, term), enabled: isAsked });
  const { data, error, isFetching, isFetchingNextPage, isFetchNextPageError, isPlaceholderData } = reading;
  return {
    environment,
    pages: isAsked ? (data?.pages ?? []) : [],
    problem: isAsked && error ? shownProblem(error) : undefined,
    searching: isAsked && ((isFetching && !isFetchingNextPage) || isPlaceholderData),
    goingOn: isFetchingNextPage,
    problemFurther: isFetchNextPageError,
    retry: () => void reading.refetch(),
    goOn: () => void reading.fetchNextPage(),
  };
}

/**
 * Looks up the term in each environment that the person may see. The current environment comes first. Each environment
 * has its own request.
 */
export function useLookups(term: string, current: Environment, permitted: readonly Environment[]): LookupReading[] {
  const production = useLookup("production", term, permitted.includes("production"));
  const sandbox = useLookup("sandbox", term, permitted.includes("sandbox"));
  const readings = { production, sandbox };
  const order = [current, ...environments.filter((other) => other !== current)];
  return order.filter((environment) => permitted.includes(environment)).map((environment) => readings[environment]);
}
