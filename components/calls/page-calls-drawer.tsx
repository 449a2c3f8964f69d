"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { buttonClass } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Dialog } from "#components/ui/dialog/dialog.tsx";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { ChevronRight, Download } from "#components/ui/icon/icons.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { CaseFileLink, usePageRequests } from "#components/ui/record/case-file-link.tsx";
import { apiCallsTexts } from "#components/ui/status/call-texts.ts";
import { panelNames } from "#components/ui/status/route-texts.ts";
import type { Call } from "#lib/contract/calls/call.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { api, pages } from "#lib/paths.ts";
import { pageCallsQueryOptions } from "#lib/query/calls.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { callFilterParams, callsViewParams } from "#lib/url-state/calls-view.ts";
import { CallFacts } from "./call-facts.tsx";
import { CallStatus } from "./call-status.tsx";
import { callForms, callTexts, drawerTexts as texts } from "./texts.ts";

/** The name of the panel for which the call was made. */
function panelOf({ cause }: Call): string {
  const route = cause.kind === "route" ? cause.name : (cause.route ?? "");
  return cause.kind === "worker" ? texts.background : (panelNames[route] ?? route);
}

function CallRow({ call, address }: { call: Call; address: string }) {
  const locale = useNumberLocale();
  const { method, path, ms, attempt, kind } = call;
  return (
    <li className="border-line border-t first:border-t-0">
      <details className="group/call">
        <summary className="grid min-h-9 cursor-pointer grid-cols-[auto_1fr_auto] items-center gap-x-2 px-3 py-1.5 text-table -outline-offset-2 hover:bg-sunken">
          <ChevronRight aria-hidden className="size-3.5 text-ink-muted group-open/call:rotate-90" />
          <span className="min-w-0">
            <span className="font-mono text-fine wrap-anywhere">{`${method} ${path}`}</span>{" "}
            {attempt > 1 && <span className="text-caution text-fine">{callTexts.retry(attempt)}</span>}
          </span>
          <span className="flex flex-wrap items-center justify-end gap-x-3">
            <CallStatus call={call} />
            {kind === "attempt" && (
              <span className="min-w-14 text-end text-ink-muted tabular-nums">
                {callTexts.ms(formatCount(ms, locale))}
              </span>
            )}
          </span>
        </summary>
        <CallFacts call={call} address={address} />
      </details>
    </li>
  );
}

/** A drawer with the API calls of the current page, grouped by panel. New calls appear live. */
export function PageCallsDrawer({ environment, onClose }: { environment: Environment; onClose: () => void }) {
  const locale = useNumberLocale();
  const requestIDs = usePageRequests();
  const reading = useQuery(pageCallsQueryOptions(environment, requestIDs));
  const { data, error } = reading;
  const calls = requestIDs.length === 0 ? [] : (data?.calls.toReversed() ?? []);
  const groups = [...Map.groupBy(calls, panelOf)];
  const filter = { requestIDs };
  const har = new URLSearchParams([...callFilterParams(filter), ["format", "har"]]);
  const view = typeof window === "undefined" ? "" : window.location.pathname + window.location.search;
  return (
    <Dialog
      title={texts.title}
      detail={
        <span className="flex flex-wrap items-center gap-x-3">
          <EnvironmentBadge environment={environment} />
          <span role="status">{data && formatPlural(data.total, callForms, locale)}</span>
        </span>
      }
      onClose={onClose}
      className="my-0! me-0! h-dvh max-h-dvh! max-w-2xl! rounded-none! max-sm:w-full!"
      actions={
        <>
          <Link
            href={pages.calls(environment, requestIDs.length > 0 ? callsViewParams(filter) : undefined)}
            prefetch={false}
            onClick={onClose}
            className={buttonClass("quiet")}
          >
            {texts.all}
          </Link>
          {calls.length > 0 && (
            <>
              <a href={api.callsExport(environment, har)} download className={buttonClass()}>
                <Download aria-hidden className="size-4" />
                {texts.har}
              </a>
              <CaseFileLink environment={environment} title={texts.caseWhy} className={buttonClass()}>
                <Download aria-hidden className="size-4" />
                {apiCallsTexts.caseFile}
              </CaseFileLink>
            </>
          )}
        </>
      }
    >
      <div className="flex flex-col gap-4">
        {error && (
          <ProblemPanel
            form="notice"
            problem={shownProblem(error)}
            onRetry={() => void reading.refetch()}
            retrying={reading.isFetching}
            signInHref={pages.signIn(view)}
          />
        )}
        {!error && data === undefined && requestIDs.length > 0 && <p role="status">{texts.loading}</p>}
        {(requestIDs.length === 0 || (data && calls.length === 0)) && (
          <EmptyState title={texts.none}>{texts.noneWhy}</EmptyState>
        )}
        {groups.map(([panel, own]) => (
          <section key={panel} aria-label={panel}>
            <h3 className="mb-1 flex items-baseline gap-x-2 font-semibold">
              {panel}
              <span className="font-normal text-fine text-ink-muted">
                {formatPlural(own.length, callForms, locale)}
              </span>
            </h3>
            <ul className="overflow-clip rounded-base border border-line bg-surface">
              {own.map((call) => (
                <CallRow key={call.callID} call={call} address={data?.address ?? ""} />
              ))}
            </ul>
          </section>
        ))}
        <p className="text-fine text-ink-muted">
          {data && data.total > data.calls.length && `${texts.more(formatCount(data.calls.length, locale))} `}
          {texts.record} {calls.length > 0 && texts.caseWhy}
        </p>
      </div>
    </Dialog>
  );
}
