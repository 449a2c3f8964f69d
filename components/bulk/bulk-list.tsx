"use client";

import { useQuery } from "@tanstack/react-query";
import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import { useState } from "react";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { PagedList } from "#components/data-table/paged-list.tsx";
import type { RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { FileUp } from "#components/ui/icon/icons.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import { BulkStatus } from "#components/ui/status/bulk-status.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Bulk } from "#lib/contract/operations/bulk.ts";
import { pages } from "#lib/paths.ts";
import { bulkListQueryOptions } from "#lib/query/operations/bulk.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { bulkSize } from "#lib/run-progress.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { BulkFromCsv } from "./start/bulk-from-csv.tsx";
import { bulkForms, bulkTexts, listTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, Bulk>();

const rowMenu: RowMenu<Bulk> = (bulk) => ({
  name: bulkTexts.heading(bulk),
  copies: [
    { label: texts.copyID, text: bulk.bulkID },
    { label: texts.copyEmail, text: bulk.actor.email },
  ],
});

const columns = helper.columns([
  helper.accessor("change", {
    header: texts.change,
    meta: { label: texts.change, width: "w-auto", rowHeader: true },
    cell: ({ row: { original } }) => (
      <Link href={pages.bulk(original.environment, original.bulkID)} prefetch={false} className="row-link">
        {bulkTexts.heading(original)}
      </Link>
    ),
  }),
  helper.accessor("state", {
    header: texts.state,
    meta: { label: texts.state, width: "w-52 xl:w-72", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => <BulkStatus bulk={original} />,
  }),
  helper.accessor((bulk) => bulkSize(bulk) ?? null, {
    id: "total",
    header: texts.rows,
    meta: { label: texts.rows, width: "w-28", align: "end" },
    cell: ({ getValue }) => {
      const size = getValue();
      return size === null ? texts.notRead : <Count value={size} />;
    },
  }),
  helper.accessor((bulk) => bulk.actor.name || bulk.actor.email, {
    id: "by",
    header: texts.by,
    meta: { label: texts.by, width: "w-[18%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row }) => <PersonName {...row.original.actor} />,
  }),
  helper.accessor("bulkID", {
    header: texts.id,
    meta: { label: texts.id, width: "w-36", isOptional: true },
    cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={texts.copyID} />,
  }),
  helper.accessor("createdAt", {
    header: texts.at,
    meta: { label: texts.at, width: "w-40", narrow: "data-cell-half data-cell-plain" },
    cell: ({ getValue }) => <TimeCell at={getValue()} />,
  }),
]);

/** The bulk changes of an environment, newest first. A person who has closed the tab finds a bulk change here again. */
export function BulkList({ environment }: { environment: Environment }) {
  const [view, change] = usePageView();
  const mayWrite = useCanWrite();
  const [fromCsv, setFromCsv] = useState(false);
  const reading = useQuery({ ...bulkListQueryOptions(environment, view), ...keepPageData });
  return (
    <>
      <PageHeader
        title={texts.title}
        actions={
          mayWrite && (
            <Button onClick={() => setFromCsv(true)}>
              <FileUp aria-hidden className="size-4" />
              {texts.fromCsv}
            </Button>
          )
        }
      />
      <PagedList
        texts={texts}
        forms={bulkForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) => list.bulks}
        rowID={(bulk) => bulk.bulkID}
        columns={columns}
        name="bulks"
        menu={rowMenu}
        emptyAction={
          mayWrite && (
            <Link className={buttonClass("primary")} href={pages.customers(environment)} prefetch={false}>
              {texts.customers}
            </Link>
          )
        }
        signInHref={pages.signIn(pages.bulks(environment, pageViewParams(view)))}
      />
      {fromCsv && <BulkFromCsv environment={environment} onClose={() => setFromCsv(false)} />}
    </>
  );
}
