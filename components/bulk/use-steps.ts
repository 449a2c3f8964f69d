"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRunSteps } from "#components/forms/run/use-run-steps.ts";
import { announce } from "#components/ui/announcer.tsx";
import { bulkStateNames } from "#components/ui/status/bulk-status-texts.ts";
import type { Bulk, BulkDetail } from "#lib/contract/operations/bulk.ts";
import { bulkKey, stepBulk } from "#lib/query/operations/bulk.ts";

interface Taken {
  step: "pause" | "resume" | "cancel";
  /** The state to resume to, as the button said. */
  to?: "checking" | "canary" | "running" | undefined;
  /** The customer to change first. */
  canaryID?: string | undefined;
}

/** The steps that a person takes with a bulk change. */
export function useSteps({ environment, bulkID }: Pick<Bulk, "environment" | "bulkID">, onSettled: () => void) {
  const client = useQueryClient();
  const queryKey = bulkKey(environment, bulkID);
  return useRunSteps({
    send: ({ step, to, canaryID }: Taken) =>
      stepBulk(environment, bulkID, step, step === "resume" ? { to, ...(canaryID && { canaryID }) } : undefined),
    onSent: (bulk) => {
      announce(bulkStateNames[bulk.state]);
      client.setQueriesData<BulkDetail>({ queryKey }, (known) => known && { ...known, bulk });
    },
    onSettled,
    queryKeys: [queryKey],
    movedCode: "bulk_moved",
  });
}
