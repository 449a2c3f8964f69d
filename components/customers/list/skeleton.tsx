"use client";

import { useCustomersLayout } from "#components/customers/layout-provider.tsx";
import { customersTexts } from "#components/customers/texts.ts";
import { DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { customerCard, customerSkeletonColumns } from "./columns.tsx";

/** The placeholder while the first rows load. */
export function CustomersSkeleton() {
  const { columns } = useCustomersLayout().layout;
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-7" />
      <DataTableSkeleton
        columns={customerSkeletonColumns(columns)}
        card={customerCard}
        label={customersTexts.loading}
      />
    </div>
  );
}
