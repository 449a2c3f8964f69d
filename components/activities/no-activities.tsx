"use client";

import { OffsetPastEnd } from "#components/data-table/list-summary.tsx";
import { useWhyEmpty } from "#components/data-table/why-empty/use-why-empty.ts";
import { WhyEmptyState } from "#components/data-table/why-empty/why-empty-state.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { countActivities } from "#lib/query/customers/activities.ts";
import type { ActivitiesView } from "#lib/url-state/activities-view.ts";
import { activityLimits } from "#lib/why-not/activity-limits.ts";
import { activityForms, noActivitiesTexts as texts, wordTexts } from "./texts.ts";

interface ActivitiesEmptyProps {
  environment: Environment;
  customerID: string;
  view: ActivitiesView;
  /** The number of matching activities. More than 0 if the page is past the end of the list. */
  total: number;
  onView: (change: Partial<ActivitiesView>) => void;
}

/** Explains why the list is empty, and offers a next step. */
export function ActivitiesEmpty({ environment, customerID, view, total, onView }: ActivitiesEmptyProps) {
  const limits = activityLimits(view);
  const { why } = useWhyEmpty({
    queryKey: [environment, "activities", customerID, view],
    limits,
    count: (limit, signal) => countActivities(environment, customerID, { ...view, ...limit.change }, signal),
    enabled: total === 0,
  });
  if (total > 0) {
    return (
      <OffsetPastEnd total={total} limit={view.limit} forms={activityForms} onOffset={(offset) => onView({ offset })} />
    );
  }
  return (
    <WhyEmptyState
      title={limits.length > 0 ? texts.filtered : texts.nothing.title}
      why={why}
      limits={limits}
      forms={activityForms}
      wordsOf={({ filter }) => (filter === "type" || filter === "direction" ? { name: wordTexts[filter].chip } : {})}
      onChange={onView}
      nothing={texts.nothing.reason}
    />
  );
}
