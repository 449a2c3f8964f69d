"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { CopyButton } from "#components/ui/record/copy-button.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CustomerNumbers } from "#lib/contract/customers/customer-numbers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { customerNumbersQueryOptions } from "#lib/query/customers/customer.ts";
import { usePageQuery } from "#lib/url-state/page-query.tsx";
import { searchedNumber } from "#lib/url-state/searched-number.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { numberTexts as texts } from "./texts.ts";

/** Merges the partial answers of a search into one answer. */
function together(parts: readonly CustomerNumbers[]): CustomerNumbers | undefined {
  const [first] = parts;
  const last = parts.at(-1);
  if (!first || !last) return undefined;
  const found = new Map(parts.flatMap(({ numbers }) => numbers).map((number) => [number.number, number]));
  return {
    ...first,
    numbers: [...found.values()],
    walked: { ...last.walked, from: first.walked.from },
    owned: parts.reduce((sum, { owned }) => sum + owned, 0),
    source: parts.find(({ source }) => source)?.source,
  };
}

interface NumbersPanelProps {
  environment: Environment;
  customerID: string;
  signInHref: string;
}

/** The search continues automatically up to this number of rows while it has found no telephone number. */
export const maxSearchedAlone = 10_000;

/** True if the search for the customer's first number continues without a press of the button. */
export const goesOnAlone = ({ numbers, walked }: Pick<CustomerNumbers, "numbers" | "walked">) =>
  numbers.length === 0 && walked.to < walked.total && walked.to < maxSearchedAlone;

/** The maximum number of phone numbers beside the panel's title. */
const maxInLine = 3;

interface NumberListProps {
  numbers: CustomerNumbers["numbers"];
  /** The number that the person searched for, from the page's URL. */
  searched: string | undefined;
  className: string;
}

/** The numbers of the customer. The number that the person searched for is first and highlighted. */
function NumberList({ numbers, searched, className }: NumberListProps) {
  const isSearched = ({ number }: CustomerNumbers["numbers"][number]) => number === searched;
  const ordered = [...numbers.filter(isSearched), ...numbers.filter((number) => !isSearched(number))];
  return (
    <ul className={className}>
      {ordered.map((one) => {
        const { number, formatted = number } = one;
        return (
          <li key={number} className="flex flex-wrap items-center gap-x-1 text-ink text-table">
            <bdi title={number} className="wrap-anywhere">
              {isSearched(one) ? (
                <mark className="rounded-small bg-accent-soft px-1 font-semibold text-accent">{formatted}</mark>
              ) : (
                formatted
              )}
            </bdi>
            <CopyButton text={number} label={`${texts.copy} ${number}`} />
            {isSearched(one) && <span className="text-fine text-ink-muted">{texts.searched}</span>}
          </li>
        );
      })}
    </ul>
  );
}

/** Says that the numbers come from stored answers because the API is not available, and how old the answers are. */
function KnownSince({ asOf }: Pick<CustomerNumbers, "asOf">) {
  return (
    <p className="text-fine">
      {texts.known} <Timestamp value={asOf} detail="minute" /> {texts.orLater}
    </p>
  );
}

/** The reason why no number is shown. Undefined if there are numbers. */
function nothingOf(
  { offered, numbers, owned, walked }: CustomerNumbers,
  checked: (walked: CustomerNumbers["walked"]) => string,
): string | undefined {
  if (!offered) return texts.notOffered;
  if (numbers.length > 0) return undefined;
  return owned === 0 && walked.to > 0 ? texts.noOwners : `${texts.none} ${checked(walked)}`;
}

/**
 * A customer's telephone numbers, if the API provides them. The API cannot list the numbers of one customer. So the
 * panel searches all numbers, and says how many it has searched.
 */
export function NumbersPanel({ environment, customerID, signInHref }: NumbersPanelProps) {
  const locale = useNumberLocale();
  const searched = searchedNumber(new URLSearchParams(usePageQuery()));
  const query = useInfiniteQuery(customerNumbersQueryOptions(environment, customerID));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = query;
  const merged = together(data?.pages ?? []);
  // The line below known numbers says how old these numbers are, so the panel's title does not repeat their age.
  const answer = merged?.source === "known" ? { ...merged, stale: undefined } : merged;
  const isGoingOn = answer !== undefined && hasNextPage && error === null && goesOnAlone(answer);
  useEffect(() => {
    if (isGoingOn && !isFetching) void fetchNextPage();
  }, [isGoingOn, isFetching, fetchNextPage]);
  const checked = ({ to, total }: CustomerNumbers["walked"]) =>
    texts.looked(formatCount(to, locale), formatCount(total, locale));
  const nothing = answer && error === null && !hasNextPage ? nothingOf(answer, checked) : undefined;
  // A single sentence is shown without a box.
  if (nothing !== undefined) {
    return (
      <section aria-label={texts.title} className="text-ink-muted text-table">
        <span className="font-medium text-ink">{texts.title}:</span> {nothing}
      </section>
    );
  }
  return (
    <ReadPanel
      title={texts.title}
      reading={{ data: answer, error, isFetching, refetch }}
      signInHref={signInHref}
      skeleton={<PanelSkeleton label={texts.loading} lines={1} />}
      emptyLine={({ numbers, walked, source, asOf }) => {
        if (hasNextPage || numbers.length > maxInLine) return undefined;
        return (
          <div className="flex flex-wrap items-center gap-x-6 gap-y-1">
            <NumberList numbers={numbers} searched={searched} className="flex flex-wrap gap-x-6 gap-y-1" />
            {source === "known" ? <KnownSince asOf={asOf} /> : <p className="text-fine">{checked(walked)}</p>}
          </div>
        );
      }}
    >
      {({ numbers, walked, source, asOf }) => (
        <>
          <NumberList
            numbers={numbers}
            searched={searched}
            className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(11rem,1fr))] gap-x-4 gap-y-1.5 overflow-auto px-4 pt-3 pb-1 empty:hidden print:max-h-none"
          />
          <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-fine text-ink-muted">
            {source === "known" ? (
              <KnownSince asOf={asOf} />
            ) : (
              <p role="status" tabIndex={-1} {...keepFocusProps}>
                {numbers.length === 0 && `${texts.notYet} `}
                {checked(walked)} {isGoingOn && texts.goesOn}
              </p>
            )}
            {hasNextPage && !isGoingOn && (
              <Button
                className="print:hidden"
                aria-disabled={isFetching}
                onClick={() => {
                  if (!isFetching) void fetchNextPage();
                }}
              >
                {isFetchingNextPage ? texts.loading : texts.further}
              </Button>
            )}
          </div>
        </>
      )}
    </ReadPanel>
  );
}
