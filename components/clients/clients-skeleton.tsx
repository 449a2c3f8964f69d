"use client";

import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { clientSkeletonColumns } from "./columns.tsx";
import { clientTexts } from "./texts.ts";

/** What stands there until the first API clients come. */
export function ClientsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-14" />
      <DataTableSkeleton columns={clientSkeletonColumns} label={clientTexts.loading} />
    </div>
  );
}
