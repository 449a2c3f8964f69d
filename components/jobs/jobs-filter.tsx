"use client";

import { startTransition, useOptimistic } from "react";
import { FilterChip } from "#components/forms/filters/filter-chip.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { CircleDot } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { jobStateNames } from "#components/ui/status/job-texts.ts";
import type { JobState } from "#lib/contract/job.ts";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { jobColumnTexts as texts } from "./texts.ts";

interface JobsFilterProps {
  /** The chosen states. Empty: no filter. */
  states: readonly JobState[];
  onStates: (states: readonly JobState[]) => void;
}

/** The filter by state. A person can choose several states. */
export function JobsFilter({ states, onStates }: JobsFilterProps) {
  // The URL changes slightly later. Meanwhile the checkbox already shows its new state.
  const [chosen, showChosen] = useOptimistic(states);
  const choose = (next: readonly JobState[]) =>
    startTransition(() => {
      showChosen(next);
      onStates(next);
    });
  const value = chosen.length === 0 ? filterTexts.any : chosen.map((state) => jobStateNames[state]).join(", ");
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <FilterChip
        id="jobs-states"
        name={texts.state}
        value={value}
        icon={CircleDot}
        isSet={chosen.length > 0}
        openLabel={filterTexts.change(texts.state)}
        removeLabel={filterTexts.remove(texts.state, value)}
        onRemove={() => choose([])}
        popoverLabel={texts.state}
      >
        <fieldset className="p-1">
          <legend className="sr-only">{texts.state}</legend>
          {jobStates.map((state) => (
            <label
              key={state}
              className="flex h-8 w-full items-center gap-2 rounded-small px-2 text-table hover:bg-accent-soft"
            >
              <input
                type="checkbox"
                checked={chosen.includes(state)}
                onChange={({ target: { checked } }) =>
                  choose(jobStates.filter((other) => (other === state ? checked : chosen.includes(other))))
                }
                className="size-4 accent-accent"
              />
              {jobStateNames[state]}
            </label>
          ))}
        </fieldset>
      </FilterChip>
    </KeepFocus>
  );
}
