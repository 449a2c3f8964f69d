"use client";

import { type RefObject, useEffect, useId, useRef, useSyncExternalStore } from "react";
import { SelectField } from "#components/forms/select-field.tsx";
import { inputClass } from "#components/forms/text-field.tsx";
import { TimeZoneOptions } from "#components/forms/time-zone-options.tsx";
import { useFieldError } from "#components/forms/use-field-error.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { useHydrated } from "#components/ui/use-hydrated.ts";
import { consoleNowMs } from "#lib/console-clock.ts";
import { zoneText } from "#lib/format/format-time.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { printShortTime } from "#lib/typed-time/print-time.ts";
import { maxTypedTime } from "#lib/typed-time/read-typed-time.ts";
import { type EnteredTime, enterTime, readEntered, type TimeQuestion } from "./entered-time.ts";
import { timeTexts as texts } from "./time-texts.ts";

interface TimeFieldProps extends TimeQuestion {
  /** The ID of the input. The IDs of the field's other elements begin with it. */
  id: string;
  label: string;
  value: EnteredTime;
  onValue: (value: EnteredTime) => void;
  error: string | undefined;
  /** True if the zone is chosen elsewhere. This field then only shows the zone. */
  isZoneFixed?: boolean;
  /** Texts that a person can enter with one press. */
  presets?: readonly string[];
  /** For a field that may stay empty: the preset that empties it, and the meaning of an empty field. */
  none?: { preset: string; meaning: string };
  hasFirstFocus?: boolean;
}

const presetClass =
  "font-normal text-fine aria-pressed:border-accent/35 aria-pressed:bg-accent-soft aria-pressed:text-accent";

/** How long a person must pause before the meaning of the text is announced, in milliseconds. */
const pauseMs = 800;

const touchQuery = "(pointer: coarse)";

function subscribeToPointer(listener: () => void): () => void {
  const query = window.matchMedia(touchQuery);
  query.addEventListener("change", listener);
  return () => query.removeEventListener("change", listener);
}

/**
 * True on a touch screen, where the browser's own date picker is easier than typing. Both inputs have the same size. So
 * nothing moves after hydration, when the browser detects the touch screen.
 */
function useIsTouch(): boolean {
  return useSyncExternalStore(
    subscribeToPointer,
    () => window.matchMedia(touchQuery).matches,
    () => false,
  );
}

/**
 * Announces a text to screen readers after a pause in typing. Does not announce each key, or the text that the field
 * starts with.
 */
function useAnnounced(text: string, about: string): void {
  const last = useRef(text);
  useEffect(() => {
    if (text === last.current) return;
    last.current = text;
    if (text === "") return;
    const timer = setTimeout(() => announce(text, about), pauseMs);
    return () => clearTimeout(timer);
  }, [text, about]);
}

/**
 * Dispatches an input event when a button or another field changes the value. This removes the form's message about the
 * old value, as typing would.
 */
function useInputEvent(input: RefObject<HTMLInputElement | null>, value: string): void {
  const last = useRef(value);
  useEffect(() => {
    if (value !== last.current) input.current?.dispatchEvent(new Event("input", { bubbles: true }));
    last.current = value;
  }, [input, value]);
}

/**
 * Asks for a time or a day in any common notation. Shows the meaning in words, with the time zone, before the form is
 * sent. If the text is ambiguous, the person must choose a meaning first (docs/decisions/0056-typed-dates.md).
 */
export function TimeField(props: TimeFieldProps) {
  const { id, label, value, onValue, presets = [], none, isZoneFixed = false, hasFirstFocus = false } = props;
  const { unit = "minute", leans = "future", start } = props;
  const error = useFieldError(id, props.error);
  const isReady = useHydrated();
  const isTouch = useIsTouch();
  const input = useRef<HTMLInputElement>(null);
  const choicesID = useId();
  const [zoneID, errorID, noteID] = [`${id}-zone`, `${id}-error`, `${id}-note`];

  const { text, zone, reading } = value;
  useInputEvent(input, `${text} ${reading?.at}`);
  const read = reading ? undefined : readEntered(text, zone, consoleNowMs(), { unit, leans, start });
  const isEmpty = read?.kind === "unread" && read.why === "empty";
  const hint = isEmpty
    ? (none?.meaning ?? (isTouch ? undefined : texts.example(unit, leans)))
    : read?.kind === "unread"
      ? texts.unread(read.why, unit, leans)
      : undefined;
  const words = reading && texts.inWords(reading, unit);
  const question = read?.kind === "choose" ? texts.unclear[read.why] : undefined;
  useAnnounced(isEmpty && !none ? "" : (words ?? question ?? hint ?? ""), id);

  const enter = (typed: string, inZone = zone) =>
    onValue(enterTime(typed, inZone, consoleNowMs(), { unit, leans, start }));
  const isDay = unit !== "minute";
  const hasUTC = !isDay && zone !== "UTC";
  // Reserves space for the meaning, so that nothing moves when it appears.
  const noteHeight = hasUTC ? "min-h-9" : "min-h-5";
  const local = reading?.local ?? "";
  const native = {
    type: isDay ? "date" : "datetime-local",
    min: isDay ? "1970-01-01" : "1970-01-01T00:00",
    max: isDay ? "9999-12-31" : "9999-12-31T23:59",
    value: isDay ? local.slice(0, 10) : local,
  };
  const typed = { type: "text", maxLength: maxTypedTime, autoComplete: "off", spellCheck: false, value: text };
  return (
    <div className="flex flex-col gap-1">
      <div className="grid gap-x-3 gap-y-1 sm:grid-cols-[repeat(auto-fit,minmax(0,1fr))]">
        <div className="flex flex-col gap-1">
          <div className="flex items-baseline justify-between gap-3">
            <label htmlFor={id} className="font-medium text-table">
              {label}
            </label>
            {isZoneFixed && <span className="text-fine text-ink-muted">{zoneText(zone)}</span>}
          </div>
          <input
            key={isTouch ? "native" : "typed"}
            {...(isTouch ? native : typed)}
            ref={input}
            id={id}
            className={inputClass}
            onChange={({ target }) => enter(target.value)}
            aria-invalid={error !== undefined}
            aria-describedby={error === undefined ? noteID : `${errorID} ${noteID}`}
            {...(hasFirstFocus && { "data-first-focus": "" })}
          />
        </div>
        {!isZoneFixed && (
          <SelectField id={zoneID} label={texts.zone} value={zone} onValue={(value) => enter(text, value)}>
            <option value="UTC">{texts.utc}</option>
            <TimeZoneOptions value={zone} isReady={isReady} />
          </SelectField>
        )}
      </div>
      {error !== undefined && (
        <p id={errorID} className="text-negative text-table">
          {error}
        </p>
      )}
      {(presets.length > 0 || none) && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and this group has none
        <div role="group" aria-label={texts.presets} className="flex flex-wrap gap-1.5">
          {presets.map((preset) => (
            <Button
              key={preset}
              size="small"
              className={presetClass}
              aria-pressed={text === preset}
              onClick={() => enter(preset)}
            >
              {preset}
            </Button>
          ))}
          {none && (
            <Button size="small" className={presetClass} aria-pressed={text === ""} onClick={() => enter("")}>
              {none.preset}
            </Button>
          )}
        </div>
      )}
      <p id={noteID} className={classNames("text-table wrap-anywhere empty:hidden", noteHeight)}>
        {reading ? (
          <>
            <span className="font-medium">{words}</span>
            {hasUTC && (
              <span className="block text-fine text-ink-muted">{texts.inUTC(readInstant(reading.at, "UTC"))}</span>
            )}
          </>
        ) : (
          // Hides the hint if the error has the same text.
          hint !== undefined && hint !== error && <span className="text-fine text-ink-muted">{hint}</span>
        )}
      </p>
      {read?.kind === "choose" && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset is for inputs, and this group has none
        <div
          role="group"
          aria-labelledby={choicesID}
          className="flex flex-col items-start gap-1.5 rounded-base border border-caution/40 bg-caution-soft px-3 py-2 text-table"
        >
          <p id={choicesID}>{question}</p>
          {read.readings.map((choice) => (
            <Button
              key={choice.at}
              size="small"
              className="h-auto min-h-7 max-w-full whitespace-normal py-1 text-start"
              onClick={() => {
                enter(isDay ? choice.local.slice(0, 10) : printShortTime(choice));
                input.current?.focus();
              }}
            >
              {texts.choice(choice, read.why, unit)}
            </Button>
          ))}
        </div>
      )}
    </div>
  );
}
