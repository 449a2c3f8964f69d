"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { DataTable } from "#components/data-table/data-table.tsx";
import { columnWidths, DataTableSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { useOptionalColumns } from "#components/data-table/optional-columns.tsx";
import { Button } from "#components/ui/button.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { AuditList as AuditPage } from "#lib/contract/access/audit-requests.ts";
import { maxAuditCount } from "#lib/contract/values/limits.ts";
import { formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { auditQueryOptions } from "#lib/query/console/audit.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { auditViewParams } from "#lib/url-state/audit-view.ts";
import { auditColumns, auditRowMenu, useAuditNames } from "./columns.tsx";
import { AuditFilters } from "./filters.tsx";
import { eventForms, auditTexts as texts } from "./texts.ts";
import { useAuditView } from "./use-audit-view.ts";

const NoEvents = lazyPart(() => import("./no-events.tsx").then((module) => module.NoEvents));
const EventDialog = lazyPart(() => import("./event-dialog.tsx").then((module) => module.EventDialog));

function PushState({ push }: Pick<AuditPage, "push">) {
  if (!push) return null;
  return (
    <p className="text-ink-muted text-table">
      {push.waiting === 0 ? texts.pushDone : texts.pushWaiting(formatPlural(push.waiting, eventForms))} {push.problem}{" "}
      {push.retryAt !== undefined && (
        <>
          {texts.pushRetry} <Timestamp value={push.retryAt} detail="clock" />
        </>
      )}
    </p>
  );
}

function Total({ list }: { list: AuditPage }) {
  if (list.total === undefined) return texts.moreThan(formatPlural(maxAuditCount, eventForms));
  return texts.shownOf(formatPlural(list.total, eventForms));
}

/** The audit log, newest first. The URL stores the filters. */
export function AuditList() {
  const [view, change] = useAuditView();
  const reading = useQuery({
    ...auditQueryOptions(view),
    ...keepPageData,
    placeholderData: (kept) => kept,
  });
  const list = reading.data;
  const outdated = reading.isPlaceholderData;
  const problem = reading.error && shownProblem(reading.error);
  const { next } = list ?? {};
  const names = useAuditNames(list);
  const { columns, menu: columnsMenu } = useOptionalColumns(
    "audit",
    useMemo(() => auditColumns(names), [names]),
  );
  const companyName = list?.customers?.find(({ customerID }) => customerID === view.customer)?.companyName;
  return (
    <div className="flex flex-col gap-3">
      <AuditFilters view={view} change={change} companyName={companyName} />
      <PushState push={list?.push} />
      {list?.isOpen && <p className="text-caution text-table">{texts.withoutKey}</p>}
      <div className="flex min-h-7 items-center">
        <p role="status" className="min-h-5 text-table">
          {list && !outdated && <Total list={list} />}
        </p>
        {list && list.events.length > 0 && columnsMenu}
      </div>
      {problem && (
        <ProblemPanel
          form={list ? "notice" : "panel"}
          problem={problem}
          onRetry={() => reading.refetch()}
          retrying={reading.isFetching}
          signInHref={pages.signIn(pages.audit(auditViewParams(view)))}
        />
      )}
      {!problem && !list && (
        <DataTableSkeleton columns={columnWidths(columns)} card="max-sm:h-[107px]" label={texts.loading} />
      )}
      {list && list.events.length === 0 && <NoEvents view={view} change={change} />}
      {list && list.events.length > 0 && (
        <div className="overflow-clip rounded-base border border-line bg-surface">
          <DataTable
            caption={texts.title}
            columns={columns}
            menu={auditRowMenu}
            rows={list.events}
            rowID={({ sequence }) => String(sequence)}
            total={list.events.length}
            limit={list.events.length}
            offset={0}
            outdated={outdated}
            busy={outdated && reading.isFetching}
          />
        </div>
      )}
      <div className="flex flex-wrap justify-end gap-2 print:hidden">
        {view.before !== undefined && <Button onClick={() => change({ before: undefined })}>{texts.newest}</Button>}
        {next !== undefined && (
          <Button
            disabled={outdated}
            onClick={() => {
              change({ before: next });
              window.scrollTo(0, 0);
            }}
          >
            {texts.older}
          </Button>
        )}
      </div>
      {view.event !== undefined && (
        <EventDialog
          sequence={view.event}
          listed={list?.events.find(({ sequence }) => sequence === view.event)}
          listedNames={names}
          onClose={() => change({ event: undefined })}
        />
      )}
    </div>
  );
}
