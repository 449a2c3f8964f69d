"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import { filtersOf } from "#components/forms/filters/filter-kinds.tsx";
import { CircleDot } from "#components/ui/icon/icons.tsx";
import { jobStates } from "#lib/contract/values/job-states.ts";
import { jobStateNames } from "#lib/operations/job-texts.ts";
import type { JobsView } from "#lib/url-state/jobs-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";
import { jobColumnTexts as texts } from "./texts.ts";

const states = jobStates.map((value) => ({ value, name: jobStateNames[value] }));

/** The filter by state. A person can choose several states. */
export function JobsFilter({ view, change }: { view: JobsView; change: ChangeView<JobsView> }) {
  return <FilterBar filters={[filtersOf(view).several("states", texts.state, CircleDot, states)]} change={change} />;
}
