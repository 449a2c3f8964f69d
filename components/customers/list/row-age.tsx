"use client";

import { createContext, type ReactNode, use } from "react";
import { recordTexts as texts } from "#components/customers/texts.ts";
import { classNames } from "#components/ui/class-names.ts";
import { History, SearchX } from "#components/ui/icon/icons.tsx";
import { Ago, useAgo } from "#components/ui/time/ago.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { useNow } from "#components/ui/time/use-now.ts";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import type { KnownMember } from "#lib/contract/values/customers/known-filters.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";

interface ListAge {
  /** The time of the API's answer with this list. Rows from the store of known customers have their own times. */
  asOf: string | undefined;
  /** True while the API is not available. Each row then shows its own age. */
  isStale: boolean;
}

const Context = createContext<ListAge>({ asOf: undefined, isStale: false });

/** Provides the age of a list to the cells of its rows. So the columns stay the same when a newer list arrives. */
export function ListAgeProvider({ asOf, isStale, children }: ListAge & { children: ReactNode }) {
  return <Context value={{ asOf, isStale }}>{children}</Context>;
}

/**
 * The age from which a row shows its age, in milliseconds. Switchboard reads each stored customer at least once a day.
 */
const oldMs = dayMs;

/** The age of a row, such as `3 hrs ago`. */
export function RowAge({ customer: { seenAt } }: { customer: ListedCustomer }) {
  const { asOf } = use(Context);
  const at = seenAt ?? asOf;
  return at === undefined ? null : <Ago at={at} />;
}

/** The mark of a value that is older than its row. The tooltip shows the age of the value. */
function OlderMark({ at }: { at: string }) {
  const text = texts.olderValue(useAgo(at));
  return (
    <span suppressHydrationWarning title={text} className="shrink-0 text-ink-muted">
      <History aria-hidden className="size-3" />
      <span suppressHydrationWarning className="sr-only">
        {text}
      </span>
    </span>
  );
}

interface DatedValueProps {
  customer: ListedCustomer;
  member: KnownMember;
  children: ReactNode;
}

/** The value of a customer's member, with a mark if the value is older than the row. */
export function DatedValue({ customer: { memberSeenAt }, member, children }: DatedValueProps) {
  const at = memberSeenAt?.[member];
  if (at === undefined) return children;
  return (
    <span className="inline-flex max-w-full items-center gap-1">
      {children}
      <OlderMark at={at} />
    </span>
  );
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
        <span className="max-sm:sr-only">{texts.read} </span>
        <Ago at={seenAt} />
      </span>
    </span>
  );
}

/**
 * Marks two kinds of rows from the store of known customers: old rows, and rows that the API's list no longer contains.
 */
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
