"use client";

import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { webhookColumns } from "./columns.tsx";
import { webhooksTexts } from "./texts.ts";

/** What stands there until the first webhooks come. */
export function WebhooksSkeleton() {
  return (
    <div className="flex flex-col gap-2">
      <div className="min-h-12" />
      <DataTableSkeleton columns={columnWidths(webhookColumns)} label={webhooksTexts.loading} />
    </div>
  );
}
