"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRunSteps } from "#components/forms/run/use-run-steps.ts";
import { announce } from "#components/ui/announcer.tsx";
import { bulkStatusWords } from "#components/ui/status/bulk-status.tsx";
import type { Bulk, BulkDetail } from "#lib/contract/operations/bulk.ts";
import type { ActiveRunState } from "#lib/contract/values/operations/run-states.ts";
import { bulkKey, stepBulk } from "#lib/query/operations/bulk.ts";

interface Taken {
  step: "pause" | "resume" | "cancel";
  /**
   * The state in which the bulk change continues, as the pressed button announced it. The server refuses the step if
   * the bulk change would continue in another state.
   */
  to?: ActiveRunState | undefined;
  /** The row to change first. */
  first?: number | undefined;
}

/** The actions that a person can take on a bulk change. */
export function useBulkSteps({ environment, bulkID }: Pick<Bulk, "environment" | "bulkID">, onSettled: () => void) {
  const client = useQueryClient();
  const queryKey = bulkKey(environment, bulkID);
  return useRunSteps({
    send: ({ step, to, first }: Taken) =>
      stepBulk(
        environment,
        bulkID,
        step,
        step === "resume" ? { to, ...(first !== undefined && { first }) } : undefined,
      ),
    onSent: (bulk) => {
      announce(bulkStatusWords(bulk));
      client.setQueriesData<BulkDetail>({ queryKey }, (known) => known && { ...known, bulk });
    },
    onSettled,
    queryKeys: [queryKey],
  });
}
