"use client";

import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import { FileUp } from "lucide-react";
import Link from "next/link";
import { useState } from "react";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { TimeCell, TimeHeader } from "#components/data-table/time-column.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { useMayWrite } from "#components/ui/session.tsx";
import type { Bulk } from "#lib/contract/bulk.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { bulkListQueryOptions } from "#lib/query/bulk.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { BulkFromCsv } from "./bulk-from-csv.tsx";
import { BulkStatus } from "./states.tsx";
import { bulkForms, bulkTexts, listTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, Bulk>();

const columns = helper.columns([
  helper.accessor("change", {
    header: texts.change,
    meta: { label: texts.change, width: "w-auto", rowHeader: true },
    cell: ({ row: { original } }) => (
      <Link
        href={pages.bulk(original.environment, original.bulkID)}
        prefetch={false}
        className="font-medium text-accent hover:underline"
      >
        {bulkTexts.heading(original.change)}
      </Link>
    ),
  }),
  helper.accessor("state", {
    header: texts.state,
    meta: { label: texts.state, width: "w-72", narrow: "max-lg:col-span-full sm:max-lg:col-span-2" },
    cell: ({ row: { original } }) => <BulkStatus bulk={original} />,
  }),
  helper.accessor("total", {
    header: texts.rows,
    meta: { label: texts.rows, width: "w-28", align: "end" },
    cell: ({ getValue }) => <Count value={getValue()} />,
  }),
  helper.accessor((bulk) => bulk.actor.email, {
    id: "by",
    header: texts.by,
    meta: { label: texts.by, width: "w-64", narrow: "max-lg:col-span-full sm:max-lg:col-span-2" },
    cell: ({ getValue }) => <span className="text-ink-muted max-lg:wrap-anywhere">{getValue()}</span>,
  }),
  helper.accessor("createdAt", {
    header: () => <TimeHeader name={texts.at} />,
    meta: { label: texts.at, width: "w-48", narrow: "max-lg:col-span-full sm:max-lg:col-span-2" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);

/** The widths of its columns for the table that is not there yet. */
const skeletonColumns = ["flex-1", "w-72", "w-28", "w-64", "w-48"] as const;

/** Bulk changes of an environment, newest first: a closed tab finds its own again. */
export function BulkList({ environment }: { environment: Environment }) {
  const [view, change] = usePageView();
  const mayWrite = useMayWrite();
  const [fromCsv, setFromCsv] = useState(false);
  const reading = useQuery({ ...bulkListQueryOptions(environment, view), refetchOnMount: false, retryOnMount: false });
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h1 className="font-semibold text-display">{texts.title}</h1>
        {mayWrite && (
          <Button onClick={() => setFromCsv(true)}>
            <FileUp aria-hidden className="size-4" />
            {texts.fromCsv}
          </Button>
        )}
      </div>
      <PagedList
        texts={texts}
        forms={bulkForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) => list.bulks}
        rowID={(bulk) => bulk.bulkID}
        columns={columns}
        skeletonColumns={skeletonColumns}
        empty={
          <EmptyState
            title={texts.empty}
            actions={
              <Link className={buttonClass("primary")} href={pages.customers(environment)}>
                {texts.customers}
              </Link>
            }
          >
            {texts.emptyReason}
          </EmptyState>
        }
        signInHref={pages.signIn(pages.bulks(environment, pageViewParams(view)))}
      />
      {fromCsv && <BulkFromCsv environment={environment} onClose={() => setFromCsv(false)} />}
    </>
  );
}
