"use client";

import { useInfiniteQuery } from "@tanstack/react-query";
import { Button } from "#components/ui/button.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { keepsFocus } from "#components/ui/keep-focus.tsx";
import { ReadPanel } from "#components/ui/panel.tsx";
import type { CustomerNumbers } from "#lib/contract/customer-numbers.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { customerNumbersQueryOptions } from "#lib/query/customer.ts";
import { PanelSkeleton } from "./panel-skeleton.tsx";
import { numberTexts as texts } from "./texts.ts";

/** The parts that were looked through, as one answer of the age of the oldest. */
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
  };
}

interface NumbersPanelProps {
  environment: Environment;
  customerID: string;
  signInHref: string;
}

/** A customer's numbers, where the API tells them; it has no such list, so the panel says how far it looked. */
export function NumbersPanel({ environment, customerID, signInHref }: NumbersPanelProps) {
  const locale = useNumberLocale();
  const query = useInfiniteQuery(customerNumbersQueryOptions(environment, customerID));
  const { data, error, isFetching, isFetchingNextPage, hasNextPage, refetch, fetchNextPage } = query;
  const answer = together(data?.pages ?? []);
  const count = (value: number) => formatCount(value, locale);
  return (
    <ReadPanel
      title={texts.title}
      reading={{ data: answer, error, isFetching, refetch }}
      reloadLabel={texts.reload}
      signInHref={signInHref}
      skeleton={<PanelSkeleton label={texts.loading} lines={2} />}
    >
      {({ offered, numbers, owned, walked }) =>
        !offered ? (
          <p className="px-4 py-4 text-ink-muted">{texts.notOffered}</p>
        ) : (
          <>
            {numbers.length === 0 ? (
              <p className="px-4 pt-4 text-ink-muted">{owned === 0 && walked.to > 0 ? texts.noOwners : texts.none}</p>
            ) : (
              <ul className="grid max-h-80 grid-cols-[repeat(auto-fill,minmax(10rem,1fr))] gap-x-4 gap-y-1.5 overflow-auto px-4 pt-3 pb-1 print:max-h-none">
                {numbers.map(({ number }) => (
                  <li key={number} className="flex items-center gap-0.5 font-mono text-table">
                    <bdi className="wrap-anywhere">{number}</bdi>
                    <CopyButton text={number} label={`${texts.copy} ${number}`} />
                  </li>
                ))}
              </ul>
            )}
            <div className="flex flex-wrap items-center gap-3 px-4 py-3 text-fine text-ink-muted">
              <p role="status" tabIndex={-1} {...keepsFocus}>
                {texts.looked(count(walked.to), count(walked.total))}
              </p>
              {hasNextPage && (
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
        )
      }
    </ReadPanel>
  );
}
