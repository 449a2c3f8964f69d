"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { filterTexts } from "#components/forms/filters/filter-texts.ts";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { personChoices } from "#components/forms/filters/person-choices.ts";
import { Activity, ArrowLeftRight, CircleDot, CircleX, Hash, Tag, UserRound } from "#components/ui/icon/icons.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import type { CallList } from "#lib/contract/calls/call.ts";
import { callCauses, callKinds, callResults } from "#lib/contract/values/call-values.ts";
import { shortenMiddle } from "#lib/format/format-id.ts";
import type { CallsView } from "#lib/url-state/calls-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { kindNames, filterNames as texts } from "./texts.ts";

const results = callResults.map((value) => ({ value, name: texts.results[value] }));
const kinds = callKinds.map((value) => ({ value, name: kindNames[value] }));
const causes = callCauses.map((value) => ({ value, name: texts.causes[value] }));

interface CallFiltersProps {
  view: CallsView;
  change: ChangeView<CallsView>;
  /** The people who caused recorded calls. */
  people: CallList["people"];
}

/** The filters of the list of API calls. */
export function CallFilters({ view, change, people }: CallFiltersProps) {
  const { requestIDs, method, path, error } = view;
  const { several, byLink } = filtersOf(view);
  const filters: ListFilter<CallsView>[] = [
    several("results", texts.result, CircleDot, results),
    several("kinds", texts.kind, Tag, kinds),
    several("causes", texts.cause, Activity, causes),
    several("staffIDs", texts.person, UserRound, personChoices(people), { other: filterTexts.somebody }),
    {
      ...byLink("path", texts.path, ArrowLeftRight, `${method ?? ""} ${path}`.trim()),
      removal: { path: undefined, method: undefined },
    },
    byLink("error", texts.error, CircleX, outcomeName(error ?? "")),
    byLink("id", texts.id, Hash),
    {
      id: "requestIDs",
      name: requestIDs.length > 1 ? texts.requests : texts.request,
      icon: Hash,
      value: requestIDs.length > 1 ? String(requestIDs.length) : requestIDs[0] && shortenMiddle(requestIDs[0]),
      removal: { requestIDs: [] },
    },
  ];
  return <FilterBar filters={filters} change={change} />;
}
