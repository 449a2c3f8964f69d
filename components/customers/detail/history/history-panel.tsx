"use client";

import Link from "next/link";
import { useEffect, useRef, useState } from "react";
import { Button } from "#components/ui/button.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { keepFocusProps } from "#components/ui/keep-focus.tsx";
import { ReadPanel } from "#components/ui/panel/panel.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { CustomerHistory, HistoryChange, HistoryState } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { historyMembers } from "#lib/contract/values/customers/history-members.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { changedBy, changedWords, historyMemberNames, historyValue } from "#lib/known/history-texts.ts";
import { shownMember } from "#lib/known/shown-member.ts";
import { pages } from "#lib/paths.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { PanelSkeleton } from "../panel-skeleton.tsx";
import { detailTexts } from "../texts.ts";
import { useCustomerHistory } from "../use-customer.ts";
import { AsOnForm } from "./as-on-form.tsx";
import { historyTexts as texts } from "./history-texts.ts";
import { Between, Interval } from "./time-span.tsx";

interface HistoryPanelProps {
  environment: Environment;
  customerID: string;
  /** When the shown customer was read. A newer reading may have added a state. */
  readAt: string | undefined;
  signInHref: string;
}

/** The number of states that are shown at first. */
const shownAtFirst = 20;

function OperationLink({ environment, operationID }: { environment: Environment; operationID: string }) {
  return (
    <Link href={pages.operation(environment, operationID)} prefetch={false} className="text-accent hover:underline">
      {texts.operation}
    </Link>
  );
}

/** `: Essential → Professional`. With several members, each with its name. */
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

/** What began the state, in a sentence. */
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
  const isElsewhere = cause.kind === "elsewhere";
  return (
    <>
      {changedWords(changed.members)} {isElsewhere ? changedBy.elsewhere : changedBy.operation}{" "}
      {isElsewhere && <Between from={changed.after} to={changed.before} />}
      <Values members={changed.members} />
    </>
  );
}

/** The values of the first state: `Plan Essential · Term Monthly`. */
function FirstValues({ state }: { state: HistoryState }) {
  const values = historyMembers.flatMap((member) => {
    const value = member === "deleted" ? undefined : shownMember(state.customer, member);
    return value === undefined ? [] : [`${historyMemberNames[member]} ${historyValue(member, value)}`];
  });
  return <p className="text-table wrap-anywhere">{values.join(" · ")}</p>;
}

function StateLine({ environment, state }: { environment: Environment; state: HistoryState }) {
  const { from, until, cause, changed, takenBack } = state;
  return (
    <li className="px-4 py-2.5 not-first:border-line not-first:border-t print:break-inside-avoid">
      <p className="wrap-anywhere">
        <Beginning state={state} />
      </p>
      {!changed && <FirstValues state={state} />}
      <p className="dotted-line flex flex-wrap items-center text-fine text-ink-muted">
        <span>
          {texts.seen} <Interval from={from} to={until} />
        </span>
        {cause.operationID !== undefined && <OperationLink environment={environment} operationID={cause.operationID} />}
        {takenBack !== undefined && (
          <span>
            {texts.takenBack} <OperationLink environment={environment} operationID={takenBack} />
          </span>
        )}
      </p>
    </li>
  );
}

function States({ environment, history }: { environment: Environment; history: CustomerHistory }) {
  const locale = useNumberLocale();
  const [showsAll, setShowsAll] = useState(false);
  const { states, total } = history;
  const shown = showsAll ? states : states.slice(0, shownAtFirst);
  const count = (value: number) => formatCount(value, locale);
  return (
    <>
      <ol tabIndex={-1} {...keepFocusProps} className="outline-none">
        {shown.map((state) => (
          <StateLine key={state.from} environment={environment} state={state} />
        ))}
      </ol>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-t px-4 py-2 text-fine text-ink-muted">
        <p>
          {texts.note} {shown.length < total && texts.shown(count(shown.length), count(total))}
        </p>
        {shown.length < states.length && (
          <Button size="small" className="print:hidden" onClick={() => setShowsAll(true)}>
            {texts.showAll(count(states.length))}
          </Button>
        )}
      </div>
    </>
  );
}

/** The states of a customer as the API's answers have shown them, and a question for an earlier time. */
export function HistoryPanel({ environment, customerID, readAt, signInHref }: HistoryPanelProps) {
  const reading = useCustomerHistory(environment, customerID);
  const { data, error, refetch } = reading;
  const readBefore = useRef(readAt);
  // Each reading of the customer is added to the record before its answer arrives here.
  useEffect(() => {
    if (readBefore.current !== readAt) void refetch();
    readBefore.current = readAt;
  }, [readAt, refetch]);
  if (error && shownProblem(error).code === "known_customers_off") return null;
  if (data ? data.states.length === 0 && data.erasedAt === undefined : !error) return null;
  return (
    <ReadPanel
      title={texts.title}
      reading={reading}
      signInHref={signInHref}
      skeleton={<PanelSkeleton label={detailTexts.loading} />}
      emptyLine={({ erasedAt }) =>
        erasedAt !== undefined && (
          <p role="status">
            {texts.erased} <Timestamp value={erasedAt} detail="minute" />. {texts.erasedNote}
          </p>
        )
      }
    >
      {(history) => (
        <>
          <AsOnForm environment={environment} customerID={customerID} />
          <States environment={environment} history={history} />
        </>
      )}
    </ReadPanel>
  );
}
