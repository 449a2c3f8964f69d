"use client";

import { type QueryKey, type UseQueryOptions, useQueries } from "@tanstack/react-query";

/** The first parts of a list, combined into one answer. */
export interface Parts<Answer> {
  answers: readonly Answer[];
  error: Error | null;
  /** True until the first part or an error has arrived. */
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
