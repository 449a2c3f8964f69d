"use client";

import { X } from "lucide-react";
import { classNames } from "#components/ui/class-names.ts";
import { Segmented } from "#components/ui/segmented.tsx";
import { operationKinds, operationStates } from "#lib/contract/operation.ts";
import { shortenMiddle } from "#lib/format-id.ts";
import type { OperationsView } from "#lib/operations-view.ts";
import { kindNames, stateNames, filterTexts as texts } from "./texts.ts";
import type { ChangeOperationsView } from "./use-operations-view.ts";

const whose = [
  { value: "all", label: texts.all },
  { value: "mine", label: texts.mine },
] as const;

/** What narrows the list, each visible and to be undone where it stands. */
export function OperationsFilters({ view, change }: { view: OperationsView; change: ChangeOperationsView }) {
  const { mine, kind, states, customerID } = view;
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
      <fieldset className="flex flex-wrap items-center gap-1.5">
        <legend className="float-left me-1 text-ink-muted text-table">{texts.states}</legend>
        {operationStates.map((state) => {
          const isOn = states.includes(state);
          const others = states.filter((other) => other !== state);
          return (
            <button
              key={state}
              type="button"
              aria-pressed={isOn}
              onClick={() =>
                change({ states: isOn ? others : operationStates.filter((s) => s === state || isIn(others, s)) })
              }
              className={classNames(
                "inline-flex h-7 items-center gap-1 rounded-base border px-2 text-table",
                isOn ? "chosen" : "border-line bg-surface text-ink-muted hover:border-line-strong hover:text-ink",
              )}
            >
              {stateNames[state]}
              {isOn && <X aria-hidden className="size-3.5" />}
            </button>
          );
        })}
      </fieldset>
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

const isIn = (states: OperationsView["states"], state: OperationsView["states"][number]) => states.includes(state);
