"use client";

import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useId, useState } from "react";
import { type EnteredTime, enterTime, type TimeQuestion, textProblem } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { Timestamp, useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { historyMemberNames, historyValue } from "#lib/known/history-texts.ts";
import { customerAsOnQueryOptions } from "#lib/query/customers/customer.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { asOnTexts as texts } from "./history-texts.ts";
import { Between } from "./time-span.tsx";

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
  if (answer === "same" && before && after) {
    return (
      <>
        <Value member={member} side={before} />, {texts.seenAt} <Timestamp value={before.seenAt} detail="minute" />{" "}
        {texts.andAgain} <Timestamp value={after.seenAt} detail="minute" />
      </>
    );
  }
  if (answer === "changed" && before && after) {
    return (
      <>
        {texts.changed} <Between from={before.seenAt} to={after.seenAt} />: <Value member={member} side={before} /> →{" "}
        <Value member={member} side={after} />
      </>
    );
  }
  const side = before ?? after;
  if (!side) return null;
  return (
    <>
      {before ? texts.lastSeen : texts.firstSeen} <Timestamp value={side.seenAt} detail="minute" />:{" "}
      <Value member={member} side={side} />
    </>
  );
}

function Answer({ asOn }: { asOn: AsOn }) {
  return (
    <>
      <p className="font-medium">
        <Timestamp value={asOn.at} detail="minute" />: {texts.answers[asOn.answer]}
      </p>
      <dl className="mt-1 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-0.5 text-table">
        {asOn.members.map((answer) => (
          <div key={answer.member} className="contents">
            <dt className="text-ink-muted">{historyMemberNames[answer.member]}</dt>
            <dd className="wrap-anywhere">
              <MemberAnswer answer={answer} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

/** The history is about the past. */
const question: TimeQuestion = { leans: "past" };

/** Asks what is known of the customer at a time: the same before and after it, changed between, or not seen. */
export function AsOnForm({ environment, customerID }: AsOnFormProps) {
  const id = useId();
  const zone = useTimeZone();
  const [entered, setEntered] = useState<EnteredTime>({ text: "", zone });
  const [error, setError] = useState<string>();
  const [at, setAt] = useState<string>();
  const reading = useQuery({
    ...customerAsOnQueryOptions(environment, customerID, at ?? ""),
    enabled: at !== undefined,
  });
  const asOn = at === undefined ? undefined : reading.data?.asOn;
  // The zone is known only after hydration. A person may change it while the form is open.
  const value = entered.zone === zone ? entered : enterTime(entered.text, zone, consoleNowMs(), question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setError(textProblem(value, consoleNowMs(), question));
    if (value.reading) setAt(value.reading.at);
    else document.getElementById(id)?.focus();
  };
  return (
    <div className={classNames("border-line border-b px-4 py-3", at === undefined && "print:hidden")}>
      <form noValidate onSubmit={submit} className="flex items-start gap-3 print:hidden">
        <div className="w-80 max-w-full">
          <TimeField
            {...question}
            id={id}
            label={texts.label}
            value={value}
            onValue={setEntered}
            error={error}
            presets={texts.presets}
            isZoneFixed
          />
        </div>
        {/* Stands beside the input, below the height of the label. */}
        <Button type="submit" className="mt-6 h-9">
          {texts.show}
        </Button>
      </form>
      <div role="status" className="mt-3 empty:hidden">
        {at !== undefined && reading.error !== null && (
          <p className="text-negative">{shownProblem(reading.error).detail}</p>
        )}
        {reading.isFetching && !asOn && texts.looking}
        {asOn && (asOn.members.length === 0 ? texts.nothing : <Answer asOn={asOn} />)}
      </div>
    </div>
  );
}
