"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useSession } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { BulkList } from "#lib/contract/operations/bulk.ts";
import type { ImportList } from "#lib/contract/operations/imports.ts";
import { trayBulksQueryOptions, trayImportsQueryOptions } from "#lib/query/operations/tray.ts";
import { currentRuns, runOfBulk, runOfImport, type TrayRun } from "./tray-runs.ts";
import { dismissedKey, useViewedEntries } from "./viewed-entries.ts";

export interface TrayRunEntry extends TrayRun {
  isSeen: boolean;
  isDismissed: boolean;
}

/** Data that the server read for the page. The browser requests each part that is undefined. */
export interface InitialRuns {
  bulks: BulkList | undefined;
  imports: ImportList | undefined;
}

/**
 * The person's bulk changes and imports, newest first, with their states. Includes bulk changes and imports that were
 * started in other browsers.
 */
export function useTrayRuns(
  environment: Environment,
  initial: InitialRuns,
): { runs: TrayRunEntry[]; asOf: string | undefined } {
  const { staffID, role } = useSession().staff;
  const { data: bulks } = useQuery({
    ...trayBulksQueryOptions(environment),
    ...(initial.bulks && { initialData: initial.bulks, refetchOnMount: false }),
  });
  const { data: imports } = useQuery({
    ...trayImportsQueryOptions(environment),
    ...(initial.imports && { initialData: initial.imports, refetchOnMount: false }),
    enabled: may(role, "imports.run"),
  });
  const [seen] = useViewedEntries(staffID, environment);
  const known = useMemo(() => {
    const current = [
      ...(bulks ? currentRuns(bulks.bulks.map(runOfBulk), bulks.asOf) : []),
      ...(imports ? currentRuns(imports.imports.map(runOfImport), imports.asOf) : []),
    ];
    return current.toSorted((a, b) => Date.parse(b.createdAt) - Date.parse(a.createdAt));
  }, [bulks, imports]);
  const runs = known.map((run) => ({
    ...run,
    isSeen: run.isActive || seen.has(run.key),
    isDismissed: seen.has(dismissedKey(run.key)),
  }));
  return { runs, asOf: bulks?.asOf };
}
