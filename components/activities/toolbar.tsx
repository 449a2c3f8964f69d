"use client";

import { WindowChip } from "#components/forms/filters/window-chip.tsx";
import { CalendarDays, X } from "#components/ui/icon/icons.tsx";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import type { KnownActivityWords } from "#lib/contract/customers/activity.ts";
import type { ActivitiesView } from "#lib/url-state/activities-view.ts";
import { activityWindowTexts, daysTexts, activitiesTexts as texts } from "./texts.ts";
import { WordFilter } from "./word-filter.tsx";

interface ToolbarProps {
  view: ActivitiesView;
  onView: (change: Partial<ActivitiesView>) => void;
  seen: KnownActivityWords;
}

/**
 * The filters of the list, stored in the URL. All filters are always visible. A person can remove each filter that is
 * set.
 */
export function ActivitiesToolbar({ view, onView, seen }: ToolbarProps) {
  const dayName = useDayNames();
  const { days } = view;
  return (
    <KeepFocus className="print:hidden">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and these are buttons */}
      <div
        role="group"
        aria-label={texts.filters}
        tabIndex={-1}
        {...keepFocusProps}
        className="flex flex-wrap items-center gap-2 py-0.5 outline-none"
      >
        <WindowChip
          id="activities-window"
          texts={activityWindowTexts}
          window={view.window}
          onWindow={(window) => onView({ window })}
        />
        {days && (
          <button
            type="button"
            title={daysTexts.remove}
            onClick={() => onView({ days: undefined })}
            className="flex h-8 min-w-0 items-center gap-1.5 rounded-base border border-accent/35 bg-accent-soft px-2.5 text-accent text-table"
          >
            <CalendarDays aria-hidden className="size-4 shrink-0" />
            <span className="truncate">
              {daysTexts.chip(days)}:{" "}
              <span className="font-medium">{daysTexts.days(dayName(days.from, days.to, "long"))}</span>
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
            <span className="sr-only">: {daysTexts.remove}</span>
          </button>
        )}
        <WordFilter member="type" value={view.type} seen={seen.types} onWord={(type) => onView({ type })} />
        <WordFilter
          member="direction"
          value={view.direction}
          seen={seen.directions}
          onWord={(direction) => onView({ direction })}
        />
      </div>
    </KeepFocus>
  );
}
