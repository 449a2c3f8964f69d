"use client";

import { useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { CircleAlert, CircleDot, CircleX } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { Panel } from "#components/ui/panel/panel.tsx";
import { Status } from "#components/ui/status/status.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Difference } from "#lib/contract/api-behaviour.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Severity } from "#lib/contract/values/api-behaviour.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { decisionNames, severityNames, summaryOf, apiBehaviourTexts as texts } from "./texts.ts";

const DifferenceDialog = lazyPart(() => import("./difference-dialog.tsx").then((module) => module.DifferenceDialog));

const statusStyles = {
  breaking: { tone: "negative", icon: CircleX },
  hiding: { tone: "caution", icon: CircleAlert },
  info: { tone: "neutral", icon: CircleDot },
} as const satisfies Record<Severity, object>;

function DifferenceRow({ difference, onReview }: { difference: Difference; onReview: () => void }) {
  const locale = useNumberLocale();
  const { where, severity, count, of, lastSeen, decision } = difference;
  const summary = summaryOf(difference);
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-2.5 not-first:border-line not-first:border-t">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          <bdi>{summary}</bdi>
        </p>
        <p className="text-ink-muted text-table">
          <span className="font-mono text-fine wrap-anywhere">{where.operation}</span>
          {" · "}
          {texts.seenOf(formatCount(count, locale), formatCount(of, locale))}
          {" · "}
          {texts.lastSeen} <Timestamp value={lastSeen} detail="minute" />
        </p>
        {decision && (
          <p className="text-ink-muted text-table wrap-anywhere">
            {decisionNames[decision.decision]} <bdi>{texts.by(decision.byName || decision.by)}</bdi>:{" "}
            <bdi>{decision.reason}</bdi>
          </p>
        )}
      </div>
      <Status {...statusStyles[severity]} className="basis-40 text-table">
        {severityNames[severity]}
      </Status>
      <Button
        size="small"
        aria-label={texts.reviewLabel(summary)}
        {...loadsOnIntent(DifferenceDialog)}
        onClick={onReview}
        className="print:hidden"
      >
        {texts.review}
      </Button>
    </li>
  );
}

/**
 * All differences, the undecided ones first. A person can open each difference and decide about it. Without undecided
 * differences, only the summary above says so.
 */
export function Differences({
  environment,
  differences,
}: {
  environment: Environment;
  differences: readonly Difference[];
}) {
  const [reviewed, setReviewed] = useState<string>();
  const open = differences.filter(({ decision }) => decision === undefined);
  const decided = differences.filter(({ decision }) => decision !== undefined);
  const shown = differences.find(({ differenceID }) => differenceID === reviewed);
  const rows = (list: readonly Difference[]) => (
    <ul>
      {list.map((difference) => (
        <DifferenceRow
          key={difference.differenceID}
          difference={difference}
          onReview={() => setReviewed(difference.differenceID)}
        />
      ))}
    </ul>
  );
  return (
    <>
      {open.length > 0 && <Panel title={texts.differences}>{rows(open)}</Panel>}
      {decided.length > 0 && <Panel title={texts.decided}>{rows(decided)}</Panel>}
      {shown && (
        <DifferenceDialog environment={environment} difference={shown} onClose={() => setReviewed(undefined)} />
      )}
    </>
  );
}
