"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { ActivitySummary } from "#lib/contract/customers/activity.ts";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import type { ActivityRun } from "#lib/timeline/merge-timeline.ts";
import { chartSeries } from "./chart-series.ts";
import { activityForms, runTexts as texts } from "./texts.ts";

interface ActivityRunLineProps {
  run: ActivityRun;
  summary: ActivitySummary;
  /** The address of the list of these days. */
  href: string;
}

/** The longest name of a direction. The API chooses the names. */
const maxName = 30;

/** `26 activities: 14 inbound, 12 outbound`: the activities of some days without anything else between them. */
export function ActivityRunLine({ run: { counts, isPartial }, summary, href }: ActivityRunLineProps) {
  const locale = useNumberLocale();
  const total = counts.reduce((sum, count) => sum + count, 0);
  const all = formatPlural(total, activityForms, locale);
  const { series, places } = chartSeries(summary);
  const parts = series.flatMap(({ name }, place) => {
    const count = counts.reduce((sum, value, index) => sum + (places[index] === place ? value : 0), 0);
    return count === 0 ? [] : [`${formatCount(count, locale)} ${name.slice(0, maxName).toLowerCase()}`];
  });
  return (
    <p className="text-ink-muted">
      <Link href={href} prefetch={false} scroll={false} className="text-accent hover:underline">
        {isPartial ? texts.atLeast(all) : all}
      </Link>
      {parts.length > 0 && (
        <>
          {": "}
          <bdi>{parts.join(", ")}</bdi>
        </>
      )}
    </p>
  );
}
