"use client";

import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { jobColumns } from "./columns.tsx";
import { jobsTexts } from "./texts.ts";

/** What stands there until the first jobs come. */
export function JobsSkeleton({ environment }: { environment: Environment }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={columnWidths(jobColumns(environment))} label={jobsTexts.loading} />
    </div>
  );
}
