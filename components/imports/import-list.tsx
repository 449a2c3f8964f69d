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
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { FileUp } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import { ImportStatus } from "#components/ui/status/import-status.tsx";
import { PersonName } from "#components/ui/value/person-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import type { Import } from "#lib/contract/operations/imports.ts";
import { pages } from "#lib/paths.ts";
import { importListQueryOptions } from "#lib/query/operations/imports.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { importForms, mappingsTexts, listTexts as texts } from "./texts.ts";

const MappingsDialog = lazyPart(() => import("./mappings-dialog.tsx").then((module) => module.MappingsDialog));
const UploadDialog = lazyPart(() => import("./upload/upload-dialog.tsx").then((module) => module.UploadDialog));

const helper = createColumnHelper<DataTableFeatures, Import>();

const rowMenu: RowMenu<Import> = (found) => ({
  name: found.fileName,
  copies: [
    { label: texts.copyID, text: found.importID },
    { label: texts.copyEmail, text: found.actor.email },
  ],
});

const columns = helper.columns([
  helper.accessor("fileName", {
    header: texts.file,
    meta: { label: texts.file, width: "w-auto", rowHeader: true },
    cell: ({ row: { original } }) => (
      <Link href={pages.import(original.environment, original.importID)} prefetch={false} className="row-link">
        <bdi>{original.fileName}</bdi>
      </Link>
    ),
  }),
  helper.accessor("state", {
    header: texts.state,
    meta: { label: texts.state, width: "w-52 xl:w-72", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row: { original } }) => <ImportStatus found={original} />,
  }),
  helper.accessor((found) => found.counts.rows, {
    id: "rows",
    header: texts.rows,
    meta: { label: texts.rows, width: "w-24", align: "end" },
    cell: ({ getValue }) => <Count value={getValue()} />,
  }),
  helper.accessor((found) => found.counts.created, {
    id: "created",
    header: texts.created,
    meta: { label: texts.created, width: "w-24", align: "end" },
    cell: ({ getValue }) => <Count value={getValue()} />,
  }),
  helper.accessor((found) => found.actor.name || found.actor.email, {
    id: "by",
    header: texts.by,
    meta: { label: texts.by, width: "w-[18%]", narrow: "data-cell-half data-cell-plain" },
    cell: ({ row }) => <PersonName {...row.original.actor} />,
  }),
  helper.accessor("importID", {
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

/** Shown instead of the list if the person may not import. */
export function NoImports() {
  return (
    <>
      <PageHeader title={texts.title} />
      <EmptyState title={texts.viewerOnly}>{texts.viewerWhy}</EmptyState>
    </>
  );
}

/** The imports of an environment, newest first. A person who has closed the tab finds an import here again. */
export function ImportList({ environment }: { environment: Environment }) {
  const [view, change] = usePageView();
  const mayWrite = useCanWrite();
  const [isUploading, setUploading] = useState(false);
  const [showsMappings, setShowsMappings] = useState(false);
  const reading = useQuery({ ...importListQueryOptions(environment, view), ...keepPageData });
  const upload = (
    <Button variant="primary" {...loadsOnIntent(UploadDialog)} onClick={() => setUploading(true)}>
      <FileUp aria-hidden className="size-4" />
      {texts.upload}
    </Button>
  );
  const actions = (
    <>
      <Button {...loadsOnIntent(MappingsDialog)} onClick={() => setShowsMappings(true)}>
        {mappingsTexts.open}
      </Button>
      {upload}
    </>
  );
  const isEmpty = reading.data?.total === 0;
  return (
    <>
      <PageHeader title={texts.title} actions={mayWrite && !isEmpty && actions} />
      <PagedList
        texts={texts}
        forms={importForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) => list.imports}
        rowID={(found) => found.importID}
        columns={columns}
        name="imports"
        menu={rowMenu}
        emptyAction={mayWrite && upload}
        signInHref={pages.signIn(pages.imports(environment, pageViewParams(view)))}
      />
      {showsMappings && <MappingsDialog environment={environment} onClose={() => setShowsMappings(false)} />}
      {isUploading && <UploadDialog environment={environment} onClose={() => setUploading(false)} />}
    </>
  );
}
