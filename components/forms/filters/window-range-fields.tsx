"use client";

import { type FormEvent, useState } from "react";
import type { EnteredTime } from "#components/forms/time/entered-time.ts";
import { TimeField } from "#components/forms/time/time-field.tsx";
import { Button } from "#components/ui/button.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { WindowPreset } from "#lib/contract/customers/customer-list.ts";
import type { WindowRange } from "#lib/url-state/window.ts";
import { dayQuestion, enterDay, lastDayQuestion, type RangeErrors, readWindowRange } from "./window-range.ts";
import { windowRangeTexts as texts } from "./window-texts.ts";

export interface WindowRangeFieldsProps {
  /** The prefix of the IDs of both fields. */
  id: string;
  window: WindowPreset | WindowRange;
  onRange: (range: WindowRange) => void;
}

/** Asks for the first and last day of a range, in UTC. */
export function WindowRangeFields({ id, window, onRange }: WindowRangeFieldsProps) {
  const range = typeof window === "string" ? undefined : window;
  const [errors, setErrors] = useState<RangeErrors>({});
  const [from, setFrom] = useState(() => enterDay(range?.datefrom ?? "", consoleNowMs(), dayQuestion));
  const [to, setTo] = useState(() => enterDay(range?.dateto ?? "", consoleNowMs(), lastDayQuestion(from)));
  const fieldIDs = { from: `${id}-from`, to: `${id}-to` };
  /** Parses the last day again, because a text such as "for 7 days" depends on the first day. */
  const changeFrom = (next: EnteredTime) => {
    setFrom(next);
    setTo(enterDay(to.text, consoleNowMs(), lastDayQuestion(next)));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const read = readWindowRange(from, to, consoleNowMs());
    setErrors("errors" in read ? read.errors : {});
    if ("range" in read) onRange(read.range);
    else document.getElementById(read.errors.from === undefined ? fieldIDs.to : fieldIDs.from)?.focus();
  };
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-2 border-line border-t p-3">
      <fieldset className="flex flex-col gap-2">
        <legend className="mb-2 font-medium text-table">
          {texts.range}
          <span className="block font-normal text-fine text-ink-muted">{texts.rangeNote}</span>
        </legend>
        <TimeField
          {...dayQuestion}
          id={fieldIDs.from}
          label={texts.from}
          value={from}
          onValue={changeFrom}
          error={errors.from}
          isZoneFixed
        />
        <TimeField
          {...lastDayQuestion(from)}
          id={fieldIDs.to}
          label={texts.to}
          value={to}
          onValue={setTo}
          error={errors.to}
          isZoneFixed
        />
      </fieldset>
      <Button type="submit">{texts.apply}</Button>
    </form>
  );
}
