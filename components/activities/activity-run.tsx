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
  /** The URL of the activities of these days. */
  href: string;
}

/** The maximum length of a direction's name. The API chooses the names, so they may be long. */
const maxName = 30;

/**
 * The activities of consecutive days as one line, such as `26 activities: 14 inbound, 12 outbound`. The timeline has no
 * other entry between these days.
 */
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
      <Link href={href} prefetch={false} scroll={false} className="text-accent underline underline-offset-2">
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
