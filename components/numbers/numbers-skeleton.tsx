"use client";

import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { numberSkeletonColumns } from "./columns.tsx";
import { numbersTexts } from "./texts.ts";

/** What stands there until the first numbers come. */
export function NumbersSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={numberSkeletonColumns} label={numbersTexts.loading} />
    </div>
  );
}
