"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { byLink, severalValues } from "#components/forms/filters/filter-kinds.tsx";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { Activity, ArrowLeftRight, CircleDot, CircleX, Hash, Tag, UserRound } from "#components/ui/icon/icons.tsx";
import { outcomeName } from "#components/ui/status/call-texts.ts";
import { callCauses, callKinds, callResults } from "#lib/contract/values/call-values.ts";
import type { CallsView } from "#lib/url-state/calls-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { kindNames, filterNames as texts } from "./texts.ts";

const results = callResults.map((value) => ({ value, name: texts.results[value] }));
const kinds = callKinds.map((value) => ({ value, name: kindNames[value] }));
const causes = callCauses.map((value) => ({ value, name: texts.causes[value] }));

/** The filters of the list of API calls. */
export function CallFilters({ view, change }: { view: CallsView; change: ChangeView<CallsView> }) {
  const { requestIDs, method, path, error, id, staffID } = view;
  const filters: ListFilter<CallsView>[] = [
    severalValues({
      id: "result",
      name: texts.result,
      icon: CircleDot,
      choices: results,
      chosen: view.results,
      changeTo: (chosen) => ({ results: chosen }),
    }),
    severalValues({
      id: "kind",
      name: texts.kind,
      icon: Tag,
      choices: kinds,
      chosen: view.kinds,
      changeTo: (chosen) => ({ kinds: chosen }),
    }),
    severalValues({
      id: "cause",
      name: texts.cause,
      icon: Activity,
      choices: causes,
      chosen: view.causes,
      changeTo: (chosen) => ({ causes: chosen }),
    }),
    byLink({
      id: "path",
      name: texts.path,
      icon: ArrowLeftRight,
      text: path === undefined ? undefined : `${method ?? ""} ${path}`.trim(),
      removal: { path: undefined, method: undefined },
    }),
    {
      id: "error",
      name: texts.error,
      icon: CircleX,
      value: error === undefined ? undefined : outcomeName(error),
      removal: { error: undefined },
    },
    byLink({ id: "id", name: texts.id, icon: Hash, text: id, removal: { id: undefined } }),
    byLink({ id: "person", name: texts.person, icon: UserRound, text: staffID, removal: { staffID: undefined } }),
    byLink({
      id: "request",
      name: requestIDs.length > 1 ? texts.requests : texts.request,
      icon: Hash,
      text: requestIDs.length > 1 ? String(requestIDs.length) : requestIDs[0],
      removal: { requestIDs: [] },
    }),
  ];
  return <FilterBar filters={filters} change={change} />;
}
