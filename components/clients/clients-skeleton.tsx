"use client";

import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { clientColumns } from "./columns.tsx";
import { clientTexts } from "./texts.ts";

/** The placeholder while the first API clients load. */
export function ClientsSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-14" />
      <DataTableSkeleton columns={columnWidths(clientColumns(() => undefined))} label={clientTexts.loading} />
    </div>
  );
}
