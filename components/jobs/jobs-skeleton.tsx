"use client";

import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { jobSkeletonColumns } from "./columns.tsx";
import { jobsTexts } from "./texts.ts";

/** What stands there until the first jobs come. */
export function JobsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={jobSkeletonColumns} label={jobsTexts.loading} />
    </div>
  );
}
