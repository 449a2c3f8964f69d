"use client";

import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { staffColumns } from "./columns.tsx";
import { staffTexts } from "./texts.ts";

/** The placeholder while the first people load. */
export function StaffSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-14" />
      <DataTableSkeleton
        columns={columnWidths(staffColumns("", () => undefined))}
        card="max-sm:h-[135px]"
        label={staffTexts.loading}
      />
    </div>
  );
}
