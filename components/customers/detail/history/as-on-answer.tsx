"use client";

import { useQuery } from "@tanstack/react-query";
import { IconButton } from "#components/ui/button.tsx";
import { X } from "#components/ui/icon/icons.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { historyMemberNames, historyValue } from "#lib/known/history-texts.ts";
import { customerAsOnQueryOptions } from "#lib/query/customers/customer.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { asOnTexts as texts } from "./history-texts.ts";

type MemberAsOn = AsOn["members"][number];
type Side = NonNullable<MemberAsOn["before"]>;

function Value({ member, side }: { member: MemberAsOn["member"]; side: Side }) {
  return <bdi className="font-medium">{historyValue(member, side.value)}</bdi>;
}

/** What is known about one member at the chosen time. The console never guesses a value. */
function MemberAnswer({ answer: { member, answer, before, after } }: { answer: MemberAsOn }) {
  if (answer === "same" && before) return <Value member={member} side={before} />;
  if (answer === "changed" && before && after) {
    return (
      <>
        <Value member={member} side={before} /> → <Value member={member} side={after} />
      </>
    );
  }
  const side = before ?? after;
  if (!side) return null;
  return (
    <>
      {before ? texts.lastSeen : texts.firstSeen} <Value member={member} side={side} />
    </>
  );
}

/** The times of the last answer before the chosen time, and of the first answer after the chosen time. */
function Readings({ answer: { before, after } }: { answer: MemberAsOn }) {
  return (
    <span className="dotted-line flex flex-wrap text-fine text-ink-muted">
      <span>{before ? <Reading name={texts.lastBefore} side={before} /> : texts.noneBefore}</span>
      <span>{after ? <Reading name={texts.firstAfter} side={after} /> : texts.noneAfter}</span>
    </span>
  );
}

function Reading({ name, side }: { name: string; side: Side }) {
  return (
    <>
      {name} <Timestamp value={side.seenAt} detail="minute" />
    </>
  );
}

const readingsKey = ({ before, after }: MemberAsOn) => `${before?.seenAt} ${after?.seenAt}`;

/** What is known at the chosen time, and the times of the answers that show it. */
function AsOnText({ asOn }: { asOn: AsOn }) {
  const [first] = asOn.members;
  // Most answers of the API contain all members, so one pair of answers usually applies to every member.
  const common = first && asOn.members.every((one) => readingsKey(one) === readingsKey(first)) ? first : undefined;
  return (
    <>
      <p className="font-medium">
        <Timestamp value={asOn.at} detail="minute" />: {texts.answers[asOn.answer]}
      </p>
      {common && <Readings answer={common} />}
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-table">
        {asOn.members.map((answer) => (
          <div key={answer.member} className="contents">
            <dt className="text-ink-muted">{historyMemberNames[answer.member]}</dt>
            <dd className="wrap-anywhere">
              <MemberAnswer answer={answer} />
              {!common && <Readings answer={answer} />}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

interface AsOnProps {
  environment: Environment;
  customerID: string;
  /** The time in the page's URL, ISO 8601 in UTC. */
  at: string;
  onRemove: () => void;
}

/**
 * What is known about the customer at an earlier time. For each member there are three cases: the values before and
 * after are equal; the values differ; there is a value only before or only after this time.
 */
export function AsOnAnswer({ environment, customerID, at, onRemove }: AsOnProps) {
  const reading = useQuery(customerAsOnQueryOptions(environment, customerID, at));
  const asOn = reading.data?.asOn;
  return (
    <div className="flex items-start gap-2 rounded-base border border-accent/35 bg-accent-soft/40 px-4 py-3">
      <div role="status" className="min-w-0 flex-1">
        {reading.error !== null && <p className="text-negative">{shownProblem(reading.error).detail}</p>}
        {reading.isFetching && !asOn && texts.looking}
        {asOn && (asOn.members.length === 0 ? texts.nothing : <AsOnText asOn={asOn} />)}
      </div>
      <IconButton label={texts.remove} className="print:hidden" onClick={onRemove}>
        <X aria-hidden className="size-4" />
      </IconButton>
    </div>
  );
}
