"use client";

import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { numberColumns } from "./columns.tsx";
import { numbersTexts } from "./texts.ts";

/** What stands there until the first numbers come. */
export function NumbersSkeleton({ environment }: { environment: Environment }) {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={columnWidths(numberColumns(environment, []))} label={numbersTexts.loading} />
    </div>
  );
}
