"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { ProbeButton } from "#components/ui/panel/probe-button.tsx";
import { ReadPage } from "#components/ui/panel/read-page.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ApiStatus as StatusAnswer } from "#lib/contract/api-status.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { ProtectionFigures, RequestFigures } from "./figures.tsx";
import { healthStateOf } from "./health.ts";
import { stateStyles } from "./state-styles.ts";
import { PausedResources, RecentErrors, RequestsByResult } from "./tables.tsx";
import { apiStatusTexts as texts } from "./texts.ts";

function Summary({ status }: { status: StatusAnswer }) {
  const locale = useNumberLocale();
  const verdict = healthStateOf(status);
  const { tone, icon, word } = stateStyles[verdict];
  return (
    <section className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 rounded-base border border-line bg-surface px-4 py-3">
      <div role="status" className="min-w-0">
        <Status tone={tone} icon={icon} className="text-title">
          {word}
          {status.retryAt !== undefined && (
            <>
              {verdict === "down" ? texts.nextTry : ` ${texts.until}`}{" "}
              <Timestamp value={status.retryAt} detail="clock" />
            </>
          )}
        </Status>
        <p className="text-ink-muted">
          {verdict === "failed" && `${texts.failedInRow(status.failedInRow, formatCount(status.failedInRow, locale))} `}
          {texts.meaning[verdict]}
        </p>
      </div>
      <ProbeButton />
    </section>
  );
}

/** The state of the API. Explains why a page may be slow or outdated. */
export function ApiStatus({ environment }: { environment: Environment }) {
  const options = apiStatusQueryOptions(environment, { isPage: true });
  const reading = useQuery({ ...options, ...keepPageData });
  const { data } = reading;
  const client = useQueryClient();
  useEffect(() => {
    // Makes the top bar show the same state as this page.
    if (data) client.setQueryData(apiStatusQueryOptions(environment).queryKey, data);
  }, [client, environment, data]);
  return (
    <ReadPage
      title={texts.title}
      note={texts.explained}
      reading={reading}
      signInHref={pages.signIn(pages.apiStatus(environment))}
    >
      {(status) => (
        <>
          <Summary status={status} />
          <div className="grid gap-4 lg:grid-cols-2">
            <RequestFigures status={status} />
            <ProtectionFigures status={status} />
          </div>
          <RecentErrors environment={environment} status={status} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <RequestsByResult status={status} />
            <PausedResources status={status} />
          </div>
        </>
      )}
    </ReadPage>
  );
}
