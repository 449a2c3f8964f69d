"use client";

import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { customerSkeletonColumns } from "./columns.tsx";
import { useCustomersLayout } from "./layout-provider.tsx";
import { customersTexts } from "./texts.ts";

/** What stands there until the first rows come. */
export function CustomersSkeleton() {
  const { columns } = useCustomersLayout().layout;
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-7" />
      <DataTableSkeleton columns={customerSkeletonColumns(columns)} label={customersTexts.loading} />
    </div>
  );
}
