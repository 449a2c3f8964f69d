"use client";

import { useQuery } from "@tanstack/react-query";
import { outsideTexts as texts, widenButtonTexts } from "#components/customers/texts.ts";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { customersCountQueryOptions } from "#lib/query/customers/customers.ts";
import { canMatchOutside, countOutside } from "#lib/search-widening/outside-window.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

interface OutsideCountProps {
  environment: Environment;
  view: CustomersView;
  /** The number of matches inside the date range. Undefined until the list has loaded. */
  inside: number | undefined;
  onChange: (change: Partial<CustomersView>) => void;
}

/**
 * The number of matches outside the date range, with a link to them, such as `48 more at any time`. Shown only for a
 * search or a filter that has matches in the date range. After the list has loaded, one call counts these matches. It
 * returns a single row. A new search cancels the call. The same search makes no new call within a minute.
 */
export function OutsideCount({ environment, view, inside, onChange }: OutsideCountProps) {
  const locale = useNumberLocale();
  const wanted = inside !== undefined && inside > 0 && canMatchOutside(view, Date.now());
  const { data, isError, isFetching } = useQuery({
    ...customersCountQueryOptions(environment, { ...view, window: "all" }),
    enabled: wanted,
  });
  const outside = wanted && data ? countOutside(inside, data.total) : undefined;
  const isUnknown = wanted && !isFetching && outside === undefined && (isError || data !== undefined);
  const widen = () => onChange({ window: "all" });
  return (
    // Always rendered, so that screen readers announce a count that arrives later.
    <div role="status" className="flex flex-wrap items-center gap-x-2 text-table">
      {wanted && isFetching && outside === undefined && (
        <span aria-hidden className="animate-late text-ink-muted">
          {texts.counting}
        </span>
      )}
      {isUnknown && (
        <>
          <span className="text-ink-muted">{texts.unknown}</span>
          <Button size="small" onClick={widen} className="print:hidden">
            {widenButtonTexts.all}
          </Button>
        </>
      )}
      {outside === 0 && <span className="text-ink-muted">{texts.none}</span>}
      {outside !== undefined && outside > 0 && (
        <Button size="small" title={widenButtonTexts.all} onClick={widen} className="print:border-transparent">
          {texts.more(formatCount(outside, locale))}
        </Button>
      )}
    </div>
  );
}
