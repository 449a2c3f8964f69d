"use client";

import { useQuery } from "@tanstack/react-query";
import { Fragment } from "react";
import { outsideTexts, ladderTexts as texts } from "#components/customers/texts.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Telescope } from "#components/ui/icon/icons.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { formatInstantDay } from "#lib/format/format-time.ts";
import { type CustomersCount, customersCountQueryOptions } from "#lib/query/customers/customers.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";
import type { SearchWidening } from "./use-search-widening.ts";

/** The matches in a date range, such as `3 in the last 90 days, oldest 14 Aug`. */
function StepFact({ window, count }: { window: CustomersView["window"]; count: CustomersCount }) {
  const locale = useNumberLocale();
  const timeZone = useTimeZone();
  const day = count.oldest && formatInstantDay(count.oldest, { locale, timeZone }, Date.now());
  return (
    <>
      {texts.step(formatCount(count.total, locale), window)}
      {day && `, ${texts.oldest(day)}`}
    </>
  );
}

/**
 * The matches in all counted date ranges, such as `Nothing in the last 7 days · 3 in the last 90 days, oldest 14 Aug`.
 */
export function SearchWideningFacts({ view, ladder }: { view: CustomersView; ladder: SearchWidening }) {
  const known = ladder.steps.filter(({ count }) => count !== undefined);
  if (!ladder.looking && known.length === 0) {
    return ladder.failed ? <span className="mt-2 block text-ink">{outsideTexts.unknown}</span> : null;
  }
  return (
    <span role="status" className="mt-2 block text-ink">
      {texts.nothing(view.window)}
      {known.map(({ window, count }) => (
        <Fragment key={window}> · {count && <StepFact window={window} count={count} />}</Fragment>
      ))}
      {ladder.looking && ` · ${texts.looking}`}
    </span>
  );
}

interface WidenedWindowNoteProps {
  environment: Environment;
  view: CustomersView;
  onChange: (change: Partial<CustomersView>) => void;
}

/** Says that a search was widened. Names the old and the new date range, and links back to the old date range. */
export function WidenedWindowNote({ environment, view, onChange }: WidenedWindowNoteProps) {
  const { widenedFrom } = view;
  const { data } = useQuery({ ...customersCountQueryOptions(environment, view), enabled: widenedFrom !== undefined });
  if (widenedFrom === undefined) return null;
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1 rounded-base border border-line bg-surface py-1 ps-3 pe-1 text-table">
      <p className="flex min-w-0 items-center gap-2">
        <Telescope aria-hidden className="size-4 shrink-0 text-ink-muted" />
        <span>
          {texts.widened(widenedFrom)}
          {data && (
            <>
              : <StepFact window={view.window} count={data} />
            </>
          )}
        </span>
      </p>
      <div className="ms-auto flex flex-wrap gap-1">
        <Button onClick={() => onChange({ window: widenedFrom })}>{texts.back(widenedFrom)}</Button>
      </div>
    </div>
  );
}
