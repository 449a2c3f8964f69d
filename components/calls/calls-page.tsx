"use client";

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { Button, buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Download, Pencil } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { useSession } from "#components/ui/session.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { callSummaryQueryOptions, callsQueryOptions } from "#lib/query/calls.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { callFilterParams, callsViewParams } from "#lib/url-state/calls-view.ts";
import { callColumns, callRowMenu } from "./columns.tsx";
import { CallFilters } from "./filters.tsx";
import { CallsSummary } from "./summary.tsx";
import { callForms, callsTexts as texts } from "./texts.ts";
import { useCallsView } from "./use-calls-view.ts";

const NoCalls = lazyPart(() => import("./no-calls.tsx").then((module) => module.NoCalls));
const CallDialog = lazyPart(() => import("./call-dialog.tsx").then((module) => module.CallDialog));
const BodiesDialog = lazyPart(() => import("./bodies-dialog.tsx").then((module) => module.BodiesDialog));

/** The API calls of this process: a summary, and each call with its details. */
export function CallsPage({ environment }: { environment: Environment }) {
  const locale = useNumberLocale();
  const { staff } = useSession();
  const [view, change] = useCallsView(environment);
  const [openID, setOpenID] = useState<string>();
  const [isRecording, setRecording] = useState(false);
  const reading = useQuery({ ...callsQueryOptions(environment, view), ...keepPageData });
  const summary = useQuery({
    ...callSummaryQueryOptions(environment, view),
    ...keepPageData,
    placeholderData: (kept) => kept,
  });
  const columns = useMemo(() => callColumns(setOpenID), []);
  const open = reading.data?.calls.find(({ callID }) => callID === openID);
  const record = reading.data?.record;
  const har = new URLSearchParams([...callFilterParams(view), ["format", "har"]]);
  return (
    <div className="flex flex-col gap-4">
      <header className="flex flex-wrap items-start gap-x-4 gap-y-2">
        <div className="min-w-0 flex-1 basis-72">
          <div className="flex flex-wrap items-center gap-x-3">
            <h1 className="font-semibold text-display">{texts.title}</h1>
            <PageFreshness hasCalls={false} />
          </div>
          <p className="mt-1 text-ink-muted text-table">
            {texts.explained}{" "}
            {record && (
              <>
                {texts.since} <Timestamp value={record.since} detail="minute" />.{" "}
                {record.dropped > 0 && texts.dropped(formatCount(record.dropped, locale))}
              </>
            )}
          </p>
        </div>
        <div className="flex flex-wrap gap-2 print:hidden">
          {may(staff.role, "calls.bodies") && (
            <Button onClick={() => setRecording(true)} {...loadsOnIntent(BodiesDialog)}>
              <Pencil aria-hidden className="size-4" />
              {texts.bodies}
            </Button>
          )}
          <a href={api.callsExport(environment, har)} download className={buttonClass()}>
            <Download aria-hidden className="size-4" />
            {texts.har}
          </a>
        </div>
      </header>
      <CallFilters view={view} change={change} people={reading.data?.people ?? []} />
      {summary.data && <CallsSummary environment={environment} view={view} summary={summary.data} />}
      <PagedList
        texts={texts}
        forms={callForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={({ calls }) => calls}
        rowID={({ callID }) => callID}
        card="max-sm:h-[123px]"
        columns={columns}
        name="calls"
        menu={callRowMenu}
        empty={<NoCalls environment={environment} view={view} change={change} />}
        signInHref={pages.signIn(pages.calls(environment, callsViewParams(view)))}
      />
      {open && <CallDialog call={open} address={reading.data?.address ?? ""} onClose={() => setOpenID(undefined)} />}
      {isRecording && <BodiesDialog onClose={() => setRecording(false)} />}
    </div>
  );
}
