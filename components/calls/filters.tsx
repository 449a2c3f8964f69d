"use client";

import { ChoiceFilter } from "#components/forms/filters/choice-filter.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import { IDFilter } from "#components/forms/filters/id-filter.tsx";
import { Button } from "#components/ui/button.tsx";
import { Activity, CircleDot, Tag } from "#components/ui/icon/icons.tsx";
import { KeepFocus } from "#components/ui/keep-focus.tsx";
import { callCauses, callKinds, callResults } from "#lib/contract/values/call-values.ts";
import { type CallsView, callFilterParams, defaultCallsView } from "#lib/url-state/calls-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { kindNames, filterNames as texts } from "./texts.ts";

/**
 * The filters of the list, stored in the URL. All filters are always visible. A person can remove each filter that is
 * set.
 */
export function CallFilters({ view, change }: { view: CallsView; change: ChangeView<CallsView> }) {
  const { requestIDs, method, path, error, id, staffID } = view;
  const fixed: { name: string; id: string; without: Partial<CallsView> }[] = [
    ...(path === undefined
      ? []
      : [{ name: texts.path, id: `${method ?? ""} ${path}`.trim(), without: { path: undefined, method: undefined } }]),
    ...(error === undefined ? [] : [{ name: texts.error, id: error, without: { error: undefined } }]),
    ...(id === undefined ? [] : [{ name: texts.id, id, without: { id: undefined } }]),
    ...(staffID === undefined ? [] : [{ name: texts.person, id: staffID, without: { staffID: undefined } }]),
    ...(requestIDs.length === 0
      ? []
      : [
          requestIDs.length === 1
            ? { name: texts.request, id: requestIDs[0] ?? "", without: { requestIDs: [] } }
            : { name: texts.requests, id: String(requestIDs.length), without: { requestIDs: [] } },
        ]),
  ];
  return (
    <KeepFocus className="flex flex-wrap items-center gap-2 print:hidden">
      <ChoiceFilter
        id="calls-result"
        name={texts.result}
        icon={CircleDot}
        any={texts.anyResult}
        choices={callResults.map((value) => ({ value, name: texts.results[value] }))}
        chosen={view.result}
        onChoose={(result) => change({ result })}
      />
      <ChoiceFilter
        id="calls-kind"
        name={texts.kind}
        icon={Tag}
        any={texts.anyKind}
        choices={callKinds.map((value) => ({ value, name: kindNames[value] }))}
        chosen={view.kind}
        onChoose={(kind) => change({ kind })}
      />
      <ChoiceFilter
        id="calls-cause"
        name={texts.cause}
        icon={Activity}
        any={texts.anyCause}
        choices={callCauses.map((value) => ({ value, name: texts.causes[value] }))}
        chosen={view.cause}
        onChoose={(cause) => change({ cause })}
      />
      {fixed.map((filter) => (
        <IDFilter key={filter.name} name={filter.name} id={filter.id} onRemove={() => change(filter.without)} />
      ))}
      {callFilterParams(view).size > 1 && (
        <Button variant="quiet" onClick={() => change({ ...defaultCallsView, limit: view.limit })}>
          {filterTexts.removeAll}
        </Button>
      )}
    </KeepFocus>
  );
}
