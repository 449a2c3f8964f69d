"use client";

import { ChoiceFilter } from "#components/forms/filters/choice-filter.tsx";
import { filterTexts as chipTexts } from "#components/forms/filters/filter-texts.ts";
import { IDFilter } from "#components/forms/filters/id-filter.tsx";
import { filterTexts as texts } from "#components/planned/texts.ts";
import { classNames } from "#components/ui/class-names.ts";
import { CircleDot, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { plannedStateNames } from "#components/ui/status/planned-status-texts.ts";
import { plannedStates } from "#lib/contract/values/operations/planned-states.ts";
import type { PlannedView } from "#lib/url-state/planned-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

function Toggle({ label, pressed, onPress }: { label: string; pressed: boolean; onPress: () => void }) {
  return (
    <button
      type="button"
      aria-pressed={pressed}
      onClick={onPress}
      className={classNames(
        "flex h-8 items-center gap-1.5 rounded-base border px-2.5 text-table",
        pressed ? "chosen" : "border-line bg-surface hover:border-line-strong",
      )}
    >
      {label}
      {pressed && <X aria-hidden className="size-3.5" />}
    </button>
  );
}

const states = plannedStates.map((value) => ({ value, name: plannedStateNames[value] }));

/**
 * The filters of the list, stored in the URL. All filters are always visible. A person can remove each filter that is
 * set.
 */
export function PlannedFilters({ view, change }: { view: PlannedView; change: ChangeView<PlannedView> }) {
  const [state] = view.states;
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      {state === undefined && (
        <Toggle label={texts.open} pressed={view.open} onPress={() => change({ open: !view.open })} />
      )}
      <ChoiceFilter
        id="planned-state"
        name={texts.state}
        icon={CircleDot}
        any={chipTexts.any}
        choices={states}
        chosen={state}
        onChoose={(chosen) => change({ states: chosen === undefined ? [] : [chosen] })}
      />
      <Toggle label={texts.mine} pressed={view.mine} onPress={() => change({ mine: !view.mine })} />
      {view.customerID !== undefined && (
        <IDFilter name={texts.customer} id={view.customerID} onRemove={() => change({ customerID: undefined })} />
      )}
    </KeepFocus>
  );
}
