"use client";

import { useNumberLocale } from "#components/ui/count.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { FactRow, Facts } from "#components/ui/record/facts.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { ApiStatus } from "#lib/contract/api-status.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatCount, formatPercent } from "#lib/format/format-number.ts";
import { failedRequests } from "./health.ts";
import { apiStatusTexts as texts } from "./texts.ts";

/** Figures about the results of requests. */
export function RequestFigures({ status }: { status: ApiStatus }) {
  const locale = useNumberLocale();
  const count = (value: number) => formatCount(value, locale);
  const total = status.requests.reduce((sum, request) => sum + request.count, 0);
  const failed = failedRequests(status);
  const { latency, lastAnswerAt } = status;
  return (
    <Panel title={texts.requests}>
      <Facts isDense>
        <FactRow name={texts.total}>{count(total)}</FactRow>
        <FactRow name={texts.errorShare}>
          {total > 0 && texts.errorsOf(formatPercent(failed / total, 1, locale), count(failed), count(total))}
        </FactRow>
        <FactRow name={texts.latency}>{latency && texts.ms(count(latency.p50Ms))}</FactRow>
        <FactRow name={texts.slow}>{latency && texts.ms(count(latency.p95Ms))}</FactRow>
        <FactRow name={texts.lastAnswer}>{lastAnswerAt && formatAgo(lastAnswerAt, status.asOf, locale)}</FactRow>
        <FactRow name={texts.retries}>{count(status.repeats)}</FactRow>
        <FactRow name={texts.merged}>{count(status.merged)}</FactRow>
        <FactRow name={texts.stale}>{count(status.servedStale)}</FactRow>
      </Facts>
      <p className="border-line border-t px-4 py-2 text-fine text-ink-muted">{texts.since}</p>
    </Panel>
  );
}

/** Figures about rate limits, pauses and the other protections of the API. */
export function ProtectionFigures({ status }: { status: ApiStatus }) {
  const locale = useNumberLocale();
  const { breaker, pausedUntil, queue, retryBudget, token, asOf } = status;
  const count = (value: number) => formatCount(value, locale);
  const ago = (instant: string | undefined) => instant && formatAgo(instant, asOf, locale);
  return (
    <Panel title={texts.protection}>
      <Facts isDense>
        <FactRow name={texts.breaker}>
          {texts.breakerStates[breaker.state]}
          {breaker.retryAt !== undefined && (
            <>
              {" "}
              {texts.until} <Timestamp value={breaker.retryAt} detail="clock" />
            </>
          )}
        </FactRow>
        {pausedUntil === undefined ? (
          <FactRow name={texts.pause}>{texts.notPaused}</FactRow>
        ) : (
          <FactRow name={texts.pausedUntil}>
            <Timestamp value={pausedUntil} detail="clock" />
          </FactRow>
        )}
        <FactRow name={texts.queue}>{texts.queued(count(queue.running), count(queue.waiting))}</FactRow>
        <FactRow name={texts.retryBudget}>{count(retryBudget)}</FactRow>
        <FactRow name={texts.token}>{token.renewing ? texts.tokenRenewing : texts.tokenStates[token.state]}</FactRow>
        <FactRow name={texts.tokenAge}>{ago(token.obtainedAt)}</FactRow>
        <FactRow name={texts.tokenExpires}>{ago(token.expiresAt)}</FactRow>
      </Facts>
    </Panel>
  );
}
