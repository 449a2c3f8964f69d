"use client";

import Link from "next/link";
import { Globe } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import type { CustomerHistory, HistoryChange, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { changedBy, changedWords, historyMemberNames, historyValue, membersByCause } from "#lib/known/history-texts.ts";
import { shownMember } from "#lib/known/shown-member.ts";
import { pages } from "#lib/paths.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { useCustomerHistory } from "../use-customer.ts";
import { historyTexts as texts } from "./history-texts.ts";
import { Between, Interval } from "./time-span.tsx";

function OperationLink({ environment, operationID }: { environment: Environment; operationID: string }) {
  return (
    <Link href={pages.operation(environment, operationID)} prefetch={false} className="text-accent hover:underline">
      {texts.operation}
    </Link>
  );
}

/**
 * Shows old and new values, such as `: Essential → Professional`. If there are several members, the name of each member
 * is before its values.
 */
function Values({ members }: { members: readonly HistoryChange[] }) {
  const shown = members.filter(({ member }) => member !== "deleted");
  if (shown.length === 0) return null;
  return (
    <>
      {": "}
      {shown.map(({ member, before, after }, index) => (
        <span key={member} className="wrap-anywhere">
          {index > 0 && "; "}
          {shown.length > 1 && `${historyMemberNames[member]} `}
          <bdi>{historyValue(member, before)}</bdi> → <bdi>{historyValue(member, after)}</bdi>
        </span>
      ))}
    </>
  );
}

/** Says how the state began: by a creation, a change, or the first answer that showed the customer. */
function Beginning({ state }: { state: HistoryState }) {
  const { from, changed, cause } = state;
  if (!changed) {
    const words = { elsewhere: texts.created, operation: texts.createdHere, first: texts.firstSeen }[cause.kind];
    return (
      <>
        {words} <Timestamp value={from} detail="minute" />
      </>
    );
  }
  const { outside, own } = membersByCause(state);
  return (
    <>
      {outside.length > 0 && (
        <>
          {changedWords(outside)} {changedBy.elsewhere} <Between from={changed.after} to={changed.before} />
          <Values members={outside} />
          {own.length > 0 && ". "}
        </>
      )}
      {own.length > 0 && (
        <>
          {changedWords(own)} {changedBy.operation}
          <Values members={own} />
        </>
      )}
    </>
  );
}

/** The values of the first state, such as `Plan Essential · Term Monthly`. */
function FirstValues({ state }: { state: HistoryState }) {
  const values = historyMembers.flatMap((member) => {
    const value = member === "deleted" ? undefined : shownMember(state.customer, member);
    return value === undefined ? [] : [`${historyMemberNames[member]} ${historyValue(member, value)}`];
  });
  return <p className="text-table wrap-anywhere">{values.join(" · ")}</p>;
}

/** One state of a customer, and the first and last time at which an answer of the API has shown it. */
function StateEntry({ environment, state }: { environment: Environment; state: HistoryState }) {
  const { from, until, cause, changed, takenBack } = state;
  // The entry's first line already names this minute.
  const isSeenOnce = !changed && cause.kind === "first" && from.slice(0, 16) === until.slice(0, 16);
  return (
    <>
      <p className="wrap-anywhere">
        <Beginning state={state} />
      </p>
      {!changed && <FirstValues state={state} />}
      <p className="dotted-line flex flex-wrap items-center text-fine text-ink-muted">
        {!isSeenOnce && (
          <span>
            {texts.seen} <Interval from={from} to={until} />
          </span>
        )}
        {cause.operationID !== undefined && <OperationLink environment={environment} operationID={cause.operationID} />}
        {takenBack !== undefined && (
          <span>
            {texts.takenBack} <OperationLink environment={environment} operationID={takenBack} />
          </span>
        )}
      </p>
    </>
  );
}

/** Says that an administrator erased the console's data about the customer. */
export function ErasedNotice({ erasedAt }: { erasedAt: string | undefined }) {
  if (erasedAt === undefined) return null;
  return (
    <p role="status" className="text-ink-muted">
      {texts.erased} <Timestamp value={erasedAt} detail="minute" />. {texts.erasedNote}
    </p>
  );
}

/**
 * Returns the timeline entry of a state. If an operation caused the state, the entry is only a detail, because the
 * operation has its own entry.
 */
function entryOf(environment: Environment, state: HistoryState) {
  const { from, cause, changed, customer } = state;
  const isElsewhere = cause.kind === "elsewhere";
  return {
    key: `${from} ${customer.customerID}`,
    at: changed?.before ?? from,
    kinds: isElsewhere ? (["elsewhere", "states"] as const) : (["states"] as const),
    isDetail: cause.kind === "operation",
    icon: Globe,
    content: <StateEntry environment={environment} state={state} />,
  };
}

/**
 * The timeline entries of a customer's states. The console has stored these states from API answers. Not offered if the
 * console does not store known customers, or has stored no state of this customer.
 */
export function useStateEntries(
  environment: Environment,
  customerID: string,
): TimelineSource & { isOffered: boolean; history: CustomerHistory | undefined } {
  const { data, error, isFetching, refetch } = useCustomerHistory(environment, customerID);
  const isOff = error !== null && shownProblem(error).code === "known_customers_off";
  return {
    kind: "states",
    entries: (data?.states ?? []).map((state) => entryOf(environment, state)),
    hasOlder: false,
    error: isOff ? null : error,
    isPending: data === undefined && error === null,
    isFetching,
    refetch: () => void refetch(),
    isOffered: !isOff && (data?.states.length ?? 0) > 0,
    history: data,
  };
}
