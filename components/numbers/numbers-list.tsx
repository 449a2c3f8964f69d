"use client";

import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useMemo } from "react";
import { ListSkeleton } from "#components/data-table/data-table-skeleton.tsx";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { usePageView } from "#components/data-table/use-page-view.ts";
import { buttonClass } from "#components/ui/button.tsx";
import { numberForms } from "#components/ui/plural-forms.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { NumberList, TelephoneNumber } from "#lib/contract/number.ts";
import { pages } from "#lib/paths.ts";
import { listQueryOptions } from "#lib/query/list-query.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { pageViewParams } from "#lib/url-state/page-view.ts";
import { numberColumns, numberRowMenu } from "./columns.tsx";
import { NumberSearch } from "./number-search.tsx";
import { NumbersUnavailable } from "./numbers-unavailable.tsx";
import { numbersTexts as texts } from "./texts.ts";

/** Includes the customer's ID, because the list may contain the same number twice, with different customers. */
const rowID = ({ number, customerID }: TelephoneNumber) => `${number} ${customerID}`;

/** Shown until the first numbers have loaded. */
export function NumbersSkeleton({ environment }: { environment: Environment }) {
  return <ListSkeleton columns={numberColumns(environment, [])} card="max-sm:h-[93px]" label={texts.loading} />;
}

/** An environment's telephone numbers, page by page. If the API has no list of numbers, says so instead. */
export function NumbersList({ environment }: { environment: Environment }) {
  const [view, changeView] = usePageView();
  const query = useQuery({ ...listQueryOptions<NumberList>("numbers", environment, view), ...keepPageData });
  const numbers = query.data?.numbers;
  const columns = useMemo(() => numberColumns(environment, numbers ?? []), [environment, numbers]);
  const problem = query.error ? shownProblem(query.error) : undefined;
  if (problem?.code === "not_offered") {
    const ask = () => {
      if (!query.isFetching) void query.refetch();
    };
    return <NumbersUnavailable problem={problem} onRetry={ask} retrying={query.isFetching} />;
  }
  return (
    <div className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1.5">
        <NumberSearch />
        <p className="text-ink-muted text-table">{query.data?.source === "known" ? texts.known : texts.note}</p>
      </div>
      <PagedList
        texts={texts}
        forms={numberForms}
        view={view}
        onView={changeView}
        reading={query}
        rowsOf={(list) => list.numbers}
        rowID={rowID}
        card="max-sm:h-[93px]"
        columns={columns}
        name="numbers"
        menu={numberRowMenu}
        emptyAction={
          <Link className={buttonClass("primary")} href={pages.customers(environment)} prefetch={false}>
            {texts.customers}
          </Link>
        }
        signInHref={pages.signIn(pages.numbers(environment, pageViewParams(view)))}
      />
    </div>
  );
}
