"use client";

import { useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { setFilters } from "#components/customers/filters/filter-texts.ts";
import { SearchWideningFacts } from "#components/customers/search-widening/search-widening-facts.tsx";
import type { SearchWidening } from "#components/customers/search-widening/use-search-widening.ts";
import { emptyTexts, customersTexts as texts, widenButtonTexts } from "#components/customers/texts.ts";
import { OffsetPastEnd } from "#components/data-table/list-summary.tsx";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { type LimitWords, WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { buttonClass } from "#components/ui/button.tsx";
import { environmentNames } from "#components/ui/environment/environment-names.ts";
import { customerForms } from "#components/ui/plural-forms.ts";
import { useCanWrite, useSession } from "#components/ui/session.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { customersCountQueryOptions } from "#lib/query/customers/customers.ts";
import { type CustomersView, customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { customerLimits } from "#lib/why-not/customer-limits.ts";
import type { ListLimit } from "#lib/why-not/list-limit.ts";

interface NoCustomersProps {
  environment: Environment;
  view: CustomersView;
  /** The number of matching customers. More than 0 if the page is past the end of the list. */
  total: number;
  ladder: SearchWidening;
  onChange: (change: Partial<CustomersView>) => void;
}

/** The title of the empty state. It names the reason. */
function titleOf(view: CustomersView): string {
  const { searchTerm, window } = view;
  const filters = setFilters(view).map(({ phrase }) => phrase);
  if (filters.length > 0 && searchTerm === "") return emptyTexts.filters(filters.join(", "));
  if (searchTerm !== "") return emptyTexts.search(searchTerm);
  return window === "all" ? emptyTexts.nothing.title : emptyTexts.window(window);
}

/** Explains why the list is empty, and offers a next step. */
export function NoCustomers({ environment, view, total, ladder, onChange }: NoCustomersProps) {
  const client = useQueryClient();
  const { environments } = useSession();
  const mayWrite = useCanWrite();
  const others = environments.filter((other) => other !== environment);
  const limits = customerLimits(view, others, consoleNowMs());
  const { why } = useWhyEmpty({
    queryKey: [environment, "customers", view],
    limits,
    count: async ({ environment: of = environment, change }) =>
      (await client.fetchQuery(customersCountQueryOptions(of, { ...view, ...change }))).total,
    enabled: total === 0 && !ladder.looking,
  });
  if (total > 0) {
    return (
      <OffsetPastEnd
        total={total}
        limit={view.limit}
        forms={customerForms}
        onOffset={(offset) => onChange({ offset })}
      />
    );
  }
  const wordsOf = ({ cause, change, environment: of }: ListLimit<CustomersView>): LimitWords => {
    if (cause === "window" && typeof change.window === "string") return { label: widenButtonTexts[change.window] };
    if (cause === "deleted" && view.window !== "all") return { label: emptyTexts.includeDeletedOfAllTime };
    if (cause === "filters" && change.window === "all") return { label: emptyTexts.removeFiltersOfAllTime };
    if (cause === "search" && change.window === "all") return { label: emptyTexts.clearSearchOfAllTime };
    if (of === undefined) return {};
    const elsewhere = { ...defaultCustomersView, searchTerm: view.searchTerm, ...change };
    return { name: environmentNames[of], href: pages.customers(of, customersViewParams(elsewhere)) };
  };
  return (
    <WhyEmptyState
      title={titleOf(view)}
      why={why}
      limits={limits}
      forms={customerForms}
      wordsOf={wordsOf}
      onChange={onChange}
      nothing={emptyTexts.nothing.reason}
      searchTerm={view.searchTerm}
      facts={<SearchWideningFacts view={view} ladder={ladder} />}
      action={
        mayWrite && (
          <Link href={pages.newCustomer(environment)} prefetch={false} className={buttonClass("primary")}>
            {texts.newCustomer}
          </Link>
        )
      }
    />
  );
}
