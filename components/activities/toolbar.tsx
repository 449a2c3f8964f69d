"use client";

import { FilterBar } from "#components/forms/filters/filter-bar.tsx";
import type { ListFilter } from "#components/forms/filters/list-filter.ts";
import { windowFilter } from "#components/forms/filters/window-filter.tsx";
import { ArrowLeftRight, CalendarDays, Tag } from "#components/ui/icon/icons.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import type { KnownActivityWords } from "#lib/contract/customers/activity.ts";
import type { ActivitiesView } from "#lib/url-state/activities-view.ts";
import { activityFilterTexts, daysTexts, activitiesTexts as texts, wordTexts } from "./texts.ts";
import { WordEditor } from "./word-editor.tsx";

interface ToolbarProps {
  view: ActivitiesView;
  onView: (change: Partial<ActivitiesView>) => void;
  seen: KnownActivityWords;
}

/** The filters of the list of activities. */
export function ActivitiesToolbar({ view, onView, seen }: ToolbarProps) {
  const dayName = useDayNames();
  const { days } = view;
  const word = (member: "type" | "direction", offered: readonly string[]): ListFilter<ActivitiesView> => ({
    id: member,
    name: wordTexts[member].chip,
    icon: member === "type" ? Tag : ArrowLeftRight,
    value: view[member] || undefined,
    removal: { [member]: "" },
    editor: ({ change, close }) => (
      <WordEditor
        member={member}
        value={view[member]}
        seen={offered}
        onWord={(chosen) => {
          close();
          change({ [member]: chosen });
        }}
      />
    ),
  });
  const filters: ListFilter<ActivitiesView>[] = [
    windowFilter({ id: "time", name: activityFilterTexts.time, window: view.window }),
    {
      id: "days",
      name: days ? daysTexts.chip(days) : "",
      icon: CalendarDays,
      value: days && daysTexts.days(dayName(days.from, days.to, "long")),
      removal: { days: undefined },
    },
    word("type", seen.types),
    word("direction", seen.directions),
  ];
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for forms
    <div role="group" aria-label={texts.filters} className="py-0.5">
      <FilterBar filters={filters} change={onView} />
    </div>
  );
}
