"use client";

import { setFilters } from "#components/customers/filters/filter-texts.ts";
import { recordTexts, customersTexts as texts, windowPhrase } from "#components/customers/texts.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useNow } from "#components/ui/time/use-now.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatPlaces, formatPlural } from "#lib/format/format-number.ts";
import type { CustomersView } from "#lib/url-state/customers-view.ts";

interface SummaryProps {
  view: CustomersView;
  /** The answer for this view. Undefined until it has arrived. */
  list: CustomerList | undefined;
  reading: boolean;
}

/**
 * The line above the table, such as `1–25 of 212 customers · created in the last 90 days`. Screen readers announce a
 * new line. A list from the store of known customers also shows how many customers the store has, and the age of the
 * oldest data.
 */
export function Summary({ view, list, reading }: SummaryProps) {
  const locale = useNumberLocale();
  const nowMs = useNow();
  const facts: string[] = [];
  if (!list) facts.push(reading ? texts.searching : texts.notRead);
  else {
    const { total, offset, customers } = list;
    const matching = total === 0 ? texts.none : formatPlural(total, customerForms, locale);
    const shown =
      customers.length === 0 ? matching : texts.of(formatPlaces(offset, customers.length, locale), matching);
    facts.push(shown, windowPhrase(view.window));
    if (view.includeDeleted && view.state.length === 0) facts.push(texts.deletedShown);
    if (list.coverage) {
      const { known, total, oldestSeenAt } = list.coverage;
      const oldest = oldestSeenAt && recordTexts.oldest(formatAgo(oldestSeenAt, new Date(nowMs).toISOString(), locale));
      facts.push([recordTexts.coverage(known, total), oldest].filter(Boolean).join(", "));
    }
  }
  const search = view.searchTerm === "" ? [] : [texts.searched(view.searchTerm)];
  const filters = [...search, ...setFilters(view, locale).map(({ phrase }) => phrase)].join(", ");
  return (
    <p role="status" tabIndex={-1} {...keepFocusProps} className="min-h-5 rounded-small text-table">
      {facts.map((fact, index) => (
        <span key={fact} className={index === 0 ? "font-medium" : "text-ink-muted"}>
          {index > 0 && " · "}
          {fact}
        </span>
      ))}
      {/* The search field and the filter buttons are not printed, so the line names the filters on paper. */}
      {filters !== "" && <span className="hidden text-ink-muted print:inline"> · {filters}</span>}
    </p>
  );
}
