"use client";

import Link from "next/link";
import { useNumberLocale } from "#components/ui/count.tsx";
import { ArrowDownRight, ArrowRight, ArrowUpRight } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Figure, OverviewValue, OverviewWindow } from "#lib/contract/console/overview.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { utcDaysAgo } from "#lib/contract/values/calendar.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { changeContractKind } from "#lib/operation-kinds/change-contract.ts";
import { createCustomerKind } from "#lib/operation-kinds/create-customer.ts";
import { pages } from "#lib/paths.ts";
import { customersViewParams, defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { windowDays } from "#lib/url-state/window.ts";
import { figureTexts as texts } from "./texts.ts";

function Comparison({ figure: { now, before }, window }: { figure: Figure; window: OverviewWindow }) {
  const locale = useNumberLocale();
  if (before === undefined) return null;
  const difference = now - before;
  const Icon = difference === 0 ? ArrowRight : difference > 0 ? ArrowUpRight : ArrowDownRight;
  return (
    <span className="inline-flex items-start gap-1">
      <Icon aria-hidden className="mt-px size-3.5 shrink-0" />
      {difference === 0
        ? texts.same(window)
        : texts.difference(
            difference > 0,
            formatCount(Math.abs(difference), locale),
            formatCount(before, locale),
            window,
          )}
    </span>
  );
}

interface TileProps {
  name: string;
  href: string;
  figure: Figure | undefined;
  window: OverviewWindow;
  source: string;
}

function Tile({ name, href, figure, window, source }: TileProps) {
  const locale = useNumberLocale();
  return (
    <div className="min-w-0 px-4 py-1">
      <dt className="text-ink-muted text-table">
        <Link href={href} prefetch={false} title={source} className="hover:text-ink hover:underline">
          {name}
        </Link>
      </dt>
      <dd className={figure?.now === 0 ? "text-figure text-ink-muted" : "font-semibold text-figure"}>
        {figure ? formatCount(figure.now, locale) : <span className="text-body text-ink-muted">{texts.notRead}</span>}
      </dd>
      <dd className="text-fine text-ink-muted">{figure && <Comparison figure={figure} window={window} />}</dd>
    </div>
  );
}

interface FiguresProps {
  environment: Environment;
  window: OverviewWindow;
  answer: OverviewValue<"figures">;
}

/**
 * Four figures for the selected window. For comparison, a figure also shows its value in the period of the same length
 * just before the window, if the stored data start early enough.
 */
export function Figures({ environment, window, answer }: FiguresProps) {
  const { newCustomers, createdHere, contractChanges, needingAttention, recordSince } = answer;
  const isCompared = [createdHere, contractChanges, needingAttention].some(({ before }) => before !== undefined);
  // The first counted day. In the customers list, the same window starts one day earlier.
  const datefrom = utcDaysAgo(Date.parse(answer.asOf), windowDays[window] - 1);
  const customers = customersViewParams({ ...defaultCustomersView, window: { datefrom } });
  return (
    <>
      <dl className="grid grid-cols-2 gap-y-3 lg:grid-cols-4">
        <Tile
          name={texts.newCustomers}
          href={pages.customers(environment, customers)}
          figure={newCustomers}
          window={window}
          source={texts.byAPI}
        />
        <Tile
          name={texts.createdHere}
          href={pages.operations(environment, `kind=${createCustomerKind.kind}`)}
          figure={createdHere}
          window={window}
          source={texts.byRecord}
        />
        <Tile
          name={texts.contractChanges}
          href={pages.operations(environment, `kind=${changeContractKind.kind}`)}
          figure={contractChanges}
          window={window}
          source={texts.byRecord}
        />
        <Tile
          name={texts.needingAttention}
          href={pages.operations(environment, "outcome=needs-attention")}
          figure={needingAttention}
          window={window}
          source={texts.byRecord}
        />
      </dl>
      <p className="px-4 py-2 text-fine text-ink-muted">
        {texts.coverage}
        {recordSince !== undefined && (
          <>
            {texts.recordSince} <Timestamp value={recordSince} detail="minute" />
          </>
        )}
        . {!isCompared && texts.noComparison}
      </p>
    </>
  );
}
