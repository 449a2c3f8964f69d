"use client";

import Link from "next/link";
import { type ReactNode, useState } from "react";
import { useNumberLocale } from "#components/ui/count.tsx";
import { ChevronRight, CircleX } from "#components/ui/icon/icons.tsx";
import { lazyPart, loadsOnIntent } from "#components/ui/lazy/lazy-part.tsx";
import { formatCount, formatPlural } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { callsViewParams } from "#lib/url-state/calls-view.ts";
import type { SummaryProps } from "./summary-details.tsx";
import { requestForms, callsTexts as texts } from "./texts.ts";

const Details = lazyPart<SummaryProps>(() => import("./summary-details.tsx").then((module) => module.SummaryDetails));

/**
 * The figures of the calls in one line, above the list. Only failed calls are highlighted, and a figure that is 0 is
 * left out. The chart and the tables load when the person opens them.
 */
export function CallsSummary({ environment, view, summary }: SummaryProps) {
  const locale = useNumberLocale();
  const [isOpen, setOpen] = useState(false);
  const { attempts, errors, repeats, merged, stale, held } = summary;
  const failed = pages.calls(environment, callsViewParams({ ...view, results: ["error"], offset: 0 }));
  const others = [
    { count: repeats, text: texts.retries },
    { count: merged, text: texts.merged },
    { count: stale, text: texts.stale },
    { count: held, text: texts.held },
  ].flatMap(({ count, text }): ReactNode => (count === 0 ? [] : text(formatCount(count, locale))));
  return (
    <section aria-label={texts.figures}>
      <p className="dotted-line flex flex-wrap items-center text-ink-muted text-table">
        <span className="font-medium text-ink">{formatPlural(attempts, requestForms, locale)}</span>
        {errors === 0 ? (
          <span>{texts.noErrors}</span>
        ) : (
          <Link
            href={failed}
            prefetch={false}
            className="inline-flex min-h-6 items-center gap-1 font-medium text-negative hover:underline"
          >
            <CircleX aria-hidden className="size-4" />
            {texts.errors(formatCount(errors, locale))}
          </Link>
        )}
        {others.map((text) => (
          <span key={String(text)}>{text}</span>
        ))}
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          {...loadsOnIntent(Details)}
          className="-mx-1 inline-flex min-h-6 items-center gap-1 rounded-small px-1 text-accent hover:underline print:hidden"
        >
          <ChevronRight aria-hidden className={isOpen ? "size-3.5 rotate-90" : "size-3.5"} />
          {texts.details}
        </button>
      </p>
      {isOpen && (
        <div className="mt-3">
          <Details environment={environment} view={view} summary={summary} />
        </div>
      )}
    </section>
  );
}
