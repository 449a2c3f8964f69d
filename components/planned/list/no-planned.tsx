"use client";

import Link from "next/link";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import { filterTexts, plannedForms, listTexts as texts } from "#components/planned/texts.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { pages } from "#lib/paths.ts";
import { plannedListOverHttp } from "#lib/query/operations/planned.ts";
import { plannedKey } from "#lib/query/operations/planned-key.ts";
import { type PlannedView, plannedFilters } from "#lib/url-state/planned-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { plannedLimits } from "#lib/why-not/planned-limits.ts";

interface NoPlannedProps {
  environment: Environment;
  view: PlannedView;
  change: ChangeView<PlannedView>;
}

const names: Partial<Record<keyof PlannedView, string>> = {
  mine: filterTexts.mine,
  customerID: filterTexts.customer,
  states: filterTexts.state,
  open: filterTexts.open,
};

/** Explains why the list is empty, and offers a next step. */
export function NoPlanned({ environment, view, change }: NoPlannedProps) {
  const mayWrite = useCanWrite();
  const limits = plannedLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [...plannedKey(environment), view],
    limits,
    count: async (limit, signal) => {
      const query = plannedFilters({ ...view, ...limit.change });
      query.set("limit", "1");
      return (await plannedListOverHttp(environment)(query, signal, true)).total;
    },
    enabled: true,
  });
  return (
    <WhyEmptyState
      title={limits.some(({ filter }) => filter !== "open") ? texts.noMatch : texts.empty}
      why={why}
      limits={limits}
      forms={plannedForms}
      wordsOf={({ filter }) => ({ name: filter && names[filter] })}
      onChange={change}
      nothing={texts.emptyReason}
      action={
        mayWrite && (
          <Link className={buttonClass("primary")} href={pages.customers(environment)} prefetch={false}>
            {texts.customers}
          </Link>
        )
      }
    />
  );
}
