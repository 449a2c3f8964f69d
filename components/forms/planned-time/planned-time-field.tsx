"use client";

import { useId } from "react";
import { inputClass } from "#components/forms/text-field.tsx";
import { TimeZoneOptions } from "#components/forms/time-zone-options.tsx";
import { useFieldError } from "#components/forms/use-field-error.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { readLocalTime } from "#lib/format/local-time.ts";
import type { EnteredTime } from "./planned-time.ts";
import { plannedTimeTexts as texts } from "./planned-time-texts.ts";

interface PlannedTimeFieldProps {
  /** The ID of the first input, and the prefix of the others' IDs. */
  id: string;
  label: string;
  value: EnteredTime;
  onValue: (value: EnteredTime) => void;
  error: string | undefined;
  /** True if another field sets the zone. Then this field only shows it. */
  isZoneFixed?: boolean;
  hasFirstFocus?: boolean;
}

/**
 * Asks for a date and a time in a visible zone, and shows the same time in UTC. If the local time occurs twice, it
 * offers both readings.
 */
export function PlannedTimeField(props: PlannedTimeFieldProps) {
  const { id, label, value, onValue, isZoneFixed = false, hasFirstFocus = false } = props;
  const error = useFieldError(id, props.error);
  const isReady = useHydrated();
  const group = useId();
  const read = readLocalTime(value.local, value.zone);
  const zoneID = `${id}-zone`;
  const errorID = `${id}-error`;
  const noteID = `${id}-note`;
  const described = [error === undefined ? "" : errorID, noteID].filter((part) => part !== "").join(" ");
  return (
    <div className="flex flex-col gap-1">
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-2">
        <div className="flex flex-col gap-1">
          <label htmlFor={id} className="font-medium text-table">
            {label}
          </label>
          <input
            id={id}
            type="datetime-local"
            max="9999-12-31T23:59"
            className={inputClass}
            value={value.local}
            onChange={(event) => onValue({ local: event.target.value.slice(0, 16), zone: value.zone })}
            aria-invalid={error !== undefined}
            aria-describedby={described}
            {...(hasFirstFocus && { "data-first-focus": "" })}
          />
        </div>
        {!isZoneFixed && (
          <div className="flex flex-col gap-1">
            <label htmlFor={zoneID} className="font-medium text-table">
              {texts.zone}
            </label>
            <select
              id={zoneID}
              className={inputClass}
              value={value.zone}
              onChange={(event) => onValue({ local: value.local, zone: event.target.value })}
            >
              <option value="UTC">{texts.utc}</option>
              <TimeZoneOptions value={value.zone} isReady={isReady} />
            </select>
          </div>
        )}
      </div>
      {error !== undefined && (
        <p id={errorID} className="text-negative text-table">
          {error}
        </p>
      )}
      <p id={noteID} className="min-h-5 text-fine text-ink-muted">
        {isZoneFixed && value.zone}
        {isZoneFixed && read?.kind === "clear" && ": "}
        {read?.kind === "clear" && read.readings[0] && texts.inUTC(read.readings[0].at)}
      </p>
      {read && read.kind !== "clear" && (
        <fieldset className="flex flex-col gap-1 rounded-base border border-caution/40 bg-caution-soft px-3 py-2 text-table">
          <legend className="float-left mb-1 w-full">{texts.unclear[read.kind]}</legend>
          {read.readings.map((reading) => (
            <label key={reading.offset} className="flex min-h-6 items-center gap-2">
              <input
                type="radio"
                name={group}
                className="size-4 accent-accent"
                checked={value.offset === reading.offset}
                onChange={() => onValue({ ...value, offset: reading.offset })}
              />
              {texts.reading(reading)}
            </label>
          ))}
        </fieldset>
      )}
    </div>
  );
}
