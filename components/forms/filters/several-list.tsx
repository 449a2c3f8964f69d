"use client";

import { startTransition, useOptimistic, useState } from "react";
import { FilterLine } from "./filter-line.tsx";
import { filterTexts as texts } from "./filter-texts.ts";

/** The maximum number of values without a search field. */
const maxUnsearched = 12;

export interface SeveralListProps {
  name: string;
  choices: readonly { value: string; name: string }[];
  chosen: readonly string[];
  onChoose: (chosen: readonly string[]) => void;
}

/** The values of a filter. A person can choose any number of values. A choice takes effect immediately. */
export function SeveralList({ name, choices, chosen, onChoose }: SeveralListProps) {
  // The URL changes slightly later. Meanwhile the checkbox already shows its new state.
  const [shown, show] = useOptimistic(chosen);
  const choose = (next: readonly string[]) =>
    startTransition(() => {
      show(next);
      onChoose(next);
    });
  const [sought, seek] = useState("");
  const wanted = sought.trim().toLowerCase();
  const listed = choices.filter(({ name: label }) => label.toLowerCase().includes(wanted));
  return (
    <>
      {choices.length > maxUnsearched && (
        <div className="border-line border-b p-2">
          <input
            type="search"
            aria-label={texts.seek(name)}
            placeholder={texts.seek(name)}
            value={sought}
            onChange={({ target }) => seek(target.value)}
            className="h-8 w-full rounded-base border border-line-strong bg-surface px-2.5 text-table"
          />
        </div>
      )}
      <fieldset className="max-h-72 overflow-auto p-1">
        <legend className="sr-only">{name}</legend>
        {listed.map(({ value, name: label }) => {
          const isChecked = shown.includes(value);
          return (
            <FilterLine
              key={value}
              type="checkbox"
              name={label}
              isChecked={isChecked}
              onChange={() => choose(isChecked ? shown.filter((one) => one !== value) : [...shown, value])}
            />
          );
        })}
        {listed.length === 0 && (
          <p role="status" className="px-2 py-1.5 text-ink-muted text-table">
            {texts.noneFound}
          </p>
        )}
      </fieldset>
    </>
  );
}
