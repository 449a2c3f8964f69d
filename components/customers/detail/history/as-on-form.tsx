"use client";

import { type FormEvent, useId, useState } from "react";
import {
  type EnteredTime,
  enteredReading,
  enterTime,
  type TimeQuestion,
  textProblem,
} from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { asOnTexts as texts } from "./history-texts.ts";

/** The history is about the past, so a date without a year means the most recent such date. */
const question: TimeQuestion = { leans: "past" };

interface AsOnFormProps {
  /** The time in the page's URL, ISO 8601 in UTC. */
  at: string | undefined;
  onAt: (at: string) => void;
}

/** A form that asks for an earlier time. */
export function AsOnForm({ at, onAt }: AsOnFormProps) {
  const id = useId();
  const zone = useTimeZone();
  const [entered, setEntered] = useState<EnteredTime>(() =>
    at === undefined ? { text: "", zone } : enteredReading(readInstant(at, zone)),
  );
  const [error, setError] = useState<string>();
  // Parses the text again if the time zone has changed. The zone is known only after hydration, and a person may change
  // the zone while the form is open.
  const value = entered.zone === zone ? entered : enterTime(entered.text, zone, consoleNowMs(), question);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const nowMs = consoleNowMs();
    const isFuture = value.reading !== undefined && Date.parse(value.reading.at) > nowMs;
    setError(isFuture ? texts.future : textProblem(value, nowMs, question));
    if (value.reading && !isFuture) onAt(value.reading.at);
    else document.getElementById(id)?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col items-start gap-2">
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
      <Button type="submit">{texts.show}</Button>
    </form>
  );
}
