"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { SmallTable } from "#components/ui/panel/small-table.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ApiStatus } from "#lib/contract/api-status.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { callsViewParams } from "#lib/url-state/calls-view.ts";
import { apiStatusTexts as texts } from "./texts.ts";

/** The latest failed requests: time, request and error. */
export function RecentErrors({ environment, status }: { environment: Environment; status: ApiStatus }) {
  return (
    <SmallTable
      title={texts.recentErrors}
      columns={[{ name: texts.at }, { name: texts.request }, { name: texts.result }, { name: texts.requestID }]}
      empty={texts.noErrors}
      rows={status.recentErrors.map(({ at, method, path, outcome, status: code, requestID }, index) => ({
        key: `${at} ${index}`,
        header: <Timestamp value={at} detail="minute" />,
        cells: [
          <span key="request" className="font-mono text-fine wrap-anywhere">{`${method} ${path}`}</span>,
          <span key="result" className="inline-block first-letter:uppercase">
            {code === undefined ? outcomeName(outcome) : `${outcomeName(outcome)}, ${code}`}
          </span>,
          <EntityID
            key="id"
            id={requestID}
            copyLabel={texts.copyRequestID}
            href={pages.calls(environment, callsViewParams({ requestIDs: [requestID] }))}
          />,
        ],
      }))}
    />
  );
}

/** The resources whose requests are paused. A pause of one resource does not affect other resources. */
export function PausedResources({ status }: { status: ApiStatus }) {
  return (
    <SmallTable
      title={texts.pausedResources}
      columns={[{ name: texts.resource }, { name: texts.pausedUntil }]}
      empty={texts.noPausedResources}
      rows={status.pausedResources.map(({ resource, until }) => ({
        key: resource,
        header: <span className="font-mono text-fine wrap-anywhere">{resource}</span>,
        cells: [<Timestamp key="until" value={until} detail="clock" />],
      }))}
    />
  );
}

/** The number of requests for each result. */
export function RequestsByResult({ status }: { status: ApiStatus }) {
  const locale = useNumberLocale();
  return (
    <SmallTable
      title={texts.byResult}
      columns={[{ name: texts.result }, { name: texts.count, isNumber: true }]}
      empty={texts.noRequests}
      rows={status.requests.map(({ outcome, count }) => ({
        key: outcome,
        header: <span className="inline-block first-letter:uppercase">{outcomeName(outcome)}</span>,
        cells: [formatCount(count, locale)],
      }))}
    />
  );
}
