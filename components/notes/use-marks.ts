"use client";

import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { announce } from "#components/ui/announcer.tsx";
import type { NoteList } from "#lib/contract/console/customer-notes.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { normaliseTag } from "#lib/contract/values/customers/customer-marks.ts";
import { notesKey, notesQueryOptions, putPin, putTags } from "#lib/query/customers/notes.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { markTexts as texts } from "./texts.ts";

/** A customer's tags, the person's pin, and functions that change them. */
export function useMarks(environment: Environment, customerID: string) {
  const client = useQueryClient();
  const { data } = useQuery({ ...notesQueryOptions(environment, customerID), ...keepPageData });
  const tags = data?.tags ?? [];
  const keep = (change: Partial<NoteList>) => {
    client.setQueriesData<NoteList>(
      { queryKey: notesKey(environment, customerID) },
      (list) => list && { ...list, ...change },
    );
    void client.invalidateQueries({ queryKey: [environment, "tags"] });
    void client.invalidateQueries({ queryKey: [environment, "customers", "marked"], refetchType: "none" });
  };
  const tagging = useMutation({
    mutationFn: (next: readonly string[]) => putTags(environment, customerID, { tags: next, expected: tags }),
    onSuccess: (kept) => keep({ tags: kept }),
  });
  const pinning = useMutation({
    mutationFn: (pinned: boolean) => putPin(environment, customerID, pinned),
    onSuccess: (_, pinned) => {
      keep({ pinned });
      announce(pinned ? texts.pinned : texts.unpinned);
    },
  });
  const error = tagging.error ?? pinning.error;
  return {
    isKnown: data !== undefined,
    tags,
    pinned: data?.pinned ?? false,
    isBusy: tagging.isPending || pinning.isPending,
    problem: error ? shownProblem(error) : undefined,
    addTag: (tag: string, done: () => void) =>
      tagging.mutate([...new Set([...tags, normaliseTag(tag)])], {
        onSuccess: () => {
          announce(texts.tagged(normaliseTag(tag)));
          done();
        },
      }),
    removeTag: (tag: string) =>
      tagging.mutate(
        tags.filter((other) => other !== tag),
        { onSuccess: () => announce(texts.untagged(tag)) },
      ),
    pin: (pinned: boolean) => pinning.mutate(pinned),
  };
}
