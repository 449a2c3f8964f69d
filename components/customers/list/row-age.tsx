"use client";

import { createContext, type ReactNode, use } from "react";
import { recordTexts as texts } from "#components/customers/texts.ts";
import { classNames } from "#components/ui/class-names.ts";
import { useNumberLocale } from "#components/ui/count.tsx";
import { History, SearchX } from "#components/ui/icon/icons.tsx";
import { Timestamp, useTimeZone } from "#components/ui/time/timestamp.tsx";
import { useNow } from "#components/ui/time/use-now.ts";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import { dayMs } from "#lib/contract/values/calendar.ts";
import { formatAgo } from "#lib/format/format-ago.ts";
import { formatInstant } from "#lib/format/format-time.ts";

interface ListAge {
  /** When the API gave the list. Rows from the record have their own times. */
  asOf: string | undefined;
  /** True while the API cannot be asked. Then each row says how old it is. */
  isStale: boolean;
}

const Context = createContext<ListAge>({ asOf: undefined, isStale: false });

/** Provides the age of a list to the cells of its rows, so that a newer list does not change the columns. */
export function ListAgeProvider({ asOf, isStale, children }: ListAge & { children: ReactNode }) {
  return <Context value={{ asOf, isStale }}>{children}</Context>;
}

/** A row that was last read longer ago than this says so. The record is renewed at least once a day. */
const oldMs = dayMs;

function Ago({ at }: { at: string }) {
  const locale = useNumberLocale();
  const timeZone = useTimeZone();
  const nowMs = useNow();
  return (
    // The server's Intl may use other space characters than the browser's. Both texts look the same.
    <time suppressHydrationWarning dateTime={at} title={formatInstant(at, "full", { timeZone })}>
      {formatAgo(at, new Date(nowMs).toISOString(), locale)}
    </time>
  );
}

/** How long ago a row was read: `3 hrs ago`. */
export function RowAge({ customer: { seenAt } }: { customer: ListedCustomer }) {
  const { asOf } = use(Context);
  const at = seenAt ?? asOf;
  return at === undefined ? null : <Ago at={at} />;
}

const badgeClass = "inline-flex shrink-0 items-center gap-1 rounded-small px-1.5 font-normal text-fine";

function OldMark({ seenAt }: { seenAt: string }) {
  const { isStale } = use(Context);
  const nowMs = useNow();
  const isOld = nowMs - Date.parse(seenAt) > oldMs;
  if (!isOld && !isStale) return null;
  return (
    <span className={classNames(badgeClass, isOld ? "bg-caution-soft text-caution" : "text-ink-muted")}>
      <History aria-hidden className="size-3" />
      <span>
        {texts.read} <Ago at={seenAt} />
      </span>
    </span>
  );
}

/** Marks a row from the record that is old, or that the API's list does not contain any more. */
export function RecordMarks({ customer: { seenAt, missingSince } }: { customer: ListedCustomer }) {
  return (
    <>
      {missingSince !== undefined && (
        <span className={classNames(badgeClass, "bg-caution-soft text-caution")} title={texts.missingWhy}>
          <SearchX aria-hidden className="size-3" />
          {texts.missing} <Timestamp value={missingSince} detail="minute" />
        </span>
      )}
      {seenAt !== undefined && <OldMark seenAt={seenAt} />}
    </>
  );
}
