"use client";

import { lastPageOffset } from "#components/data-table/page-position.ts";
import { Button } from "#components/ui/button.tsx";
import { Count } from "#components/ui/count.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { type ActivitiesView, defaultActivitiesView, showsAllActivities } from "#lib/url-state/activities-view.ts";
import { activitiesTexts, activityForms, noActivitiesTexts as texts } from "./texts.ts";

interface NoActivitiesProps {
  view: ActivitiesView;
  /** How many match, which is not none when the page is past the end. */
  total: number;
  onView: (change: Partial<ActivitiesView>) => void;
}

/** Why no row is there, and the way to some. */
export function NoActivities({ view, total, onView }: NoActivitiesProps) {
  if (total > 0) {
    return (
      <EmptyState
        title={activitiesTexts.pastTheEnd}
        actions={
          <Button variant="primary" onClick={() => onView({ offset: lastPageOffset(total, view.limit) })}>
            {activitiesTexts.lastPage}
          </Button>
        }
      >
        <Count value={total} forms={activityForms} />
      </EmptyState>
    );
  }
  if (showsAllActivities(view)) return <EmptyState title={texts.nothing.title}>{texts.nothing.reason}</EmptyState>;
  const { window, days, type, direction } = defaultActivitiesView;
  return (
    <EmptyState
      title={texts.filtered.title}
      actions={
        <Button variant="primary" onClick={() => onView({ window, days, type, direction })}>
          {activitiesTexts.clearFilters}
        </Button>
      }
    >
      {texts.filtered.reason}
    </EmptyState>
  );
}
