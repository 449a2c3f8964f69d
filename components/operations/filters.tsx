"use client";

import { X } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { operationKinds, operationOutcomes, operationStates } from "#lib/contract/operation.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import type { OperationsView } from "#lib/url-state/operations-view.ts";
import { kindNames, outcomeNames, stateNames, filterTexts as texts } from "./texts.ts";
import type { ChangeOperationsView } from "./use-operations-view.ts";

const whose = [
  { value: "all", label: texts.all },
  { value: "mine", label: texts.mine },
] as const;

interface ChipsProps<Word extends string> {
  legend: string;
  words: readonly Word[];
  names: Readonly<Record<Word, string>>;
  /** In the order of `words`; none means any. */
  chosen: readonly Word[];
  onChange: (chosen: Word[]) => void;
}

/** Any number of a few words, each a button that is pressed or not. */
function Chips<Word extends string>({ legend, words, names, chosen, onChange }: ChipsProps<Word>) {
  return (
    <fieldset className="flex flex-wrap items-center gap-1.5">
      <legend className="float-left me-1 text-ink-muted text-table">{legend}</legend>
      {words.map((word) => {
        const isOn = chosen.includes(word);
        return (
          <button
            key={word}
            type="button"
            aria-pressed={isOn}
            onClick={() => onChange(words.filter((other) => (other === word ? !isOn : chosen.includes(other))))}
            className={classNames(
              "inline-flex h-7 items-center gap-1 rounded-base border px-2 text-table",
              isOn
                ? "border-accent bg-accent-soft font-medium text-accent"
                : "border-line bg-surface text-ink-muted hover:border-line-strong hover:text-ink",
            )}
          >
            {names[word]}
            {isOn && <X aria-hidden className="size-3.5" />}
          </button>
        );
      })}
    </fieldset>
  );
}

/** What narrows the list, each visible and to be undone where it stands. */
export function OperationsFilters({ view, change }: { view: OperationsView; change: ChangeOperationsView }) {
  const { mine, kind, outcomes, states, customerID } = view;
  return (
    <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
      <Segmented
        legend={texts.whose}
        value={mine ? "mine" : "all"}
        options={whose}
        onChange={(value) => change({ mine: value === "mine" })}
      />
      <label className="flex items-center gap-2 text-ink-muted text-table">
        {texts.kind}
        <select
          value={kind ?? ""}
          onChange={({ target }) => change({ kind: operationKinds.find((known) => known === target.value) })}
          className="h-8 rounded-base border border-line bg-surface ps-2 pe-1 text-ink hover:border-line-strong"
        >
          <option value="">{texts.anyKind}</option>
          {operationKinds.map((known) => (
            <option key={known} value={known}>
              {kindNames[known]}
            </option>
          ))}
        </select>
      </label>
      <Chips
        legend={texts.outcomes}
        words={operationOutcomes}
        names={outcomeNames}
        chosen={outcomes}
        onChange={(chosen) => change({ outcomes: chosen })}
      />
      <Chips
        legend={texts.states}
        words={operationStates}
        names={stateNames}
        chosen={states}
        onChange={(chosen) => change({ states: chosen })}
      />
      {customerID !== undefined && (
        <button
          type="button"
          aria-label={texts.removeCustomer(customerID)}
          onClick={() => change({ customerID: undefined })}
          className="inline-flex h-7 max-w-full items-center gap-1.5 rounded-base border chosen px-2 text-table"
        >
          {texts.customer} <span className="truncate font-mono text-fine">{shortenMiddle(customerID)}</span>
          <X aria-hidden className="size-3.5 shrink-0" />
        </button>
      )}
    </div>
  );
}
