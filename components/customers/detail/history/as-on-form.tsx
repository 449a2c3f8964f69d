"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Timestamp, useTimeZone, ZoneName } from "#components/ui/time/timestamp.tsx";
import { useNow } from "#components/ui/time/use-now.ts";
import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import { historyMemberNames, historyValue } from "#lib/known/history-texts.ts";
import { customerAsOnQueryOptions } from "#lib/query/customers/customer.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { asOnTexts as texts } from "./history-texts.ts";

interface AsOnFormProps {
  environment: Environment;
  customerID: string;
}

type MemberAsOn = AsOn["members"][number];
type Side = NonNullable<MemberAsOn["before"]>;

function Value({ member, side }: { member: MemberAsOn["member"]; side: Side }) {
  return <bdi className="font-medium">{historyValue(member, side.value)}</bdi>;
}

/** What is known of one member. A value that nobody has read is never guessed. */
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

/** The last reading before the time and the first one after it. */
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

/** The answer for a time, with the readings that it comes from. */
export function AsOnAnswer({ asOn }: { asOn: AsOn }) {
  const [first] = asOn.members;
  // Most answers of the API show all members, so all of them have the same readings.
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

/** Asks what is known of the customer at a time: the same before and after it, changed between, or not seen. */
export function AsOnForm({ environment, customerID }: AsOnFormProps) {
  const id = useId();
  const zone = useTimeZone();
  const [local, setLocal] = useState("");
  const [at, setAt] = useState<string>();
  const reading = useQuery({
    ...customerAsOnQueryOptions(environment, customerID, at ?? ""),
    enabled: at !== undefined,
  });
  const read = readLocalTime(local, zone);
  const nowMs = useNow();
  const [chosen] = read && read.kind !== "missing" ? read.readings : [];
  const isFuture = chosen !== undefined && Date.parse(chosen.at) > nowMs;
  const asOn = at === undefined ? undefined : reading.data?.asOn;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (chosen && !isFuture) setAt(chosen.at);
  };
  const note = isFuture
    ? texts.future
    : read?.kind === "missing"
      ? texts.missing
      : read?.kind === "twice"
        ? texts.twice
        : undefined;
  return (
    <div className={classNames("border-line border-b px-4 py-3", at === undefined && "print:hidden")}>
      <form onSubmit={submit} className="flex flex-wrap items-center gap-x-3 gap-y-2 print:hidden">
        <label htmlFor={id} className="font-medium text-table">
          {texts.label}
        </label>
        <div className="w-56 max-w-full">
          <input
            id={id}
            type="datetime-local"
            max="9999-12-31T23:59"
            required
            className={inputClass}
            value={local}
            onChange={({ target }) => setLocal(target.value.slice(0, 16))}
            aria-describedby={`${id}-zone`}
          />
        </div>
        <Button type="submit">{texts.show}</Button>
        <p id={`${id}-zone`} className="text-fine text-ink-muted">
          {texts.zone} <ZoneName />. {note}
        </p>
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {at !== undefined && reading.error !== null && (
          <p className="text-negative">{shownProblem(reading.error).detail}</p>
        )}
        {reading.isFetching && !asOn && texts.looking}
        {asOn && (asOn.members.length === 0 ? texts.nothing : <AsOnAnswer asOn={asOn} />)}
      </div>
    </div>
  );
}
