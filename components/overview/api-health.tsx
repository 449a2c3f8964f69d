"use client";

import {
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CirclePause,
  CircleX,
  KeyRound,
  LoaderCircle,
  type LucideIcon,
} from "lucide-react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Fact } from "#components/ui/facts.tsx";
import { Status, type Tone } from "#components/ui/status.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { OverviewValue } from "#lib/contract/overview.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatCount, formatPercent, formatPlural } from "#lib/format/format-number.ts";
import { errorShare, type Verdict, verdictOf } from "./health.ts";
import { latencyInWords, outcomeName, healthTexts as texts, tokenInWords } from "./health-texts.ts";

const looks: Readonly<Record<Verdict, { tone: Tone; icon: LucideIcon; word: string }>> = {
  answers: { tone: "positive", icon: CircleCheck, word: texts.answers },
  failing: { tone: "caution", icon: CircleAlert, word: texts.failing },
  failed: { tone: "negative", icon: CircleX, word: texts.failed },
  down: { tone: "negative", icon: CircleX, word: texts.down },
  probing: { tone: "progress", icon: LoaderCircle, word: texts.probing },
  paused: { tone: "caution", icon: CirclePause, word: texts.paused },
  keyRefused: { tone: "negative", icon: KeyRound, word: texts.keyRefused },
  notAsked: { tone: "neutral", icon: CircleDashed, word: texts.notAsked },
};

function Until({ instant }: { instant: string | undefined }) {
  return (
    instant !== undefined && (
      <>
        {" "}
        {texts.until} <Timestamp value={instant} detail="clock" /> <ZoneName />
      </>
    )
  );
}

/** The health of the API: a summary in words, then the requests by result. */
export function ApiHealth({ health }: { health: OverviewValue<"api"> }) {
  const locale = useNumberLocale();
  const verdict = verdictOf(health);
  const { tone, icon, word } = looks[verdict];
  const { latency, breaker, token, queue, requests, lastAnswerAt, asOf, retryAt } = health;
  const count = (value: number) => formatCount(value, locale);
  const share = formatPercent(errorShare(health), 1, locale);
  const ago = (instant: string) => formatAgo(instant, asOf, locale);
  const sentence = [
    latency && verdict === "answers" ? latencyInWords(latency, count) : undefined,
    verdict === "failed" ? texts.failedInRow(health.failedInRow, count(health.failedInRow)) : undefined,
    requests.length > 0 ? texts.errors(share) : undefined,
    texts.breaker(breaker.state),
    tokenInWords(token, ago),
  ].filter((part) => part !== undefined);
  return (
    <>
      <div className="px-4 py-3">
        <Status tone={tone} icon={icon} className="text-title">
          {word}
          <Until instant={retryAt} />
        </Status>
        <p className="mt-1 text-ink-muted first-letter:uppercase">{sentence.join(" · ")}</p>
      </div>
      <dl className="grid grid-cols-2 gap-x-4 gap-y-2 border-line border-t px-4 py-2.5 text-table sm:grid-cols-4 lg:grid-cols-2">
        <Fact name={texts.lastAnswer}>{lastAnswerAt && ago(lastAnswerAt)}</Fact>
        <Fact name={texts.queue}>{texts.queued(count(queue.running), count(queue.waiting))}</Fact>
        <Fact name={texts.repeats}>{count(health.repeats)}</Fact>
        <Fact name={texts.merged}>{count(health.merged)}</Fact>
      </dl>
      {requests.length > 0 && (
        <table className="w-full text-table">
          <caption className="border-line border-t px-4 pt-2 text-start text-fine text-ink-muted">
            {texts.outcomes}
          </caption>
          <tbody>
            {requests.map(({ outcome, count: times }) => (
              <tr key={outcome}>
                <th scope="row" className="py-0.5 ps-4 text-start font-normal first-letter:uppercase">
                  {outcomeName(outcome)}
                </th>
                <td className="py-0.5 pe-4 text-end">{count(times)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <p className="px-4 py-2 text-fine text-ink-muted">
        {texts.covers(formatPlural(health.coverage.total, { one: "request", other: "requests" }, locale))}
        {health.servedStale > 0 && ` ${texts.staleCache(count(health.servedStale))}.`}
      </p>
    </>
  );
}
