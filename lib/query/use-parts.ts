"use client";

import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";

/** The answers for the first parts of a list, and their common state. */
export interface Parts<Answer> {
  /** The answers that have arrived, in the order of the parts. */
  answers: readonly Answer[];
  /** The error of the first part that failed. */
  error: Error | null;
  /** True until one of the parts has arrived or failed. */
  isPending: boolean;
  isFetching: boolean;
  refetch: () => void;
}

/** Reads the first `count` parts of a list. Parts that are already loaded are not read again. */
export function useParts<Answer, Key extends QueryKey>(
  count: number,
  optionsOf: (part: number) => UseQueryOptions<Answer, Error, Answer, Key>,
): Parts<Answer> {
  const results = useQueries({ queries: Array.from({ length: count }, (_, part) => optionsOf(part)) });
  return {
    answers: results.flatMap(({ data }) => (data === undefined ? [] : [data])),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    isPending: results.every(({ data, error }) => data === undefined && error === null),
    isFetching: results.some(({ isFetching }) => isFetching),
    refetch: () => {
      for (const { isFetching, refetch } of results) if (!isFetching) void refetch();
    },
  };
}
