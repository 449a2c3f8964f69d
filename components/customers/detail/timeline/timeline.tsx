"use client";

import type { ReactNode } from "react";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { KeepFocus, keepFocusProps } from "#components/ui/keep-focus.tsx";
import { isSharedReason, usePageReadings } from "#components/ui/panel/use-page-readings.ts";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import { TimelineLine } from "#components/ui/timeline/timeline-line.tsx";
import type { TimelineSource } from "#components/ui/timeline/timeline-source.ts";
import type { ActivitySummary } from "#lib/contract/customers/activity.ts";
import { oneLineOf } from "#lib/operations/result-sentence.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { type ActivityRun, mergeTimeline, withActivityRuns } from "#lib/timeline/merge-timeline.ts";
import { type TimelineKind, timelineKinds } from "#lib/timeline/timeline-kinds.ts";
import { maxTimelineParts, showsKind, showsOnlyActivities, type TimelineView } from "#lib/url-state/timeline-view.ts";
import { historyTexts } from "../history/history-texts.ts";
import { PanelSkeleton } from "../panel-skeleton.tsx";
import { detailTexts, timelineTexts as texts } from "../texts.ts";

/** The number of entries that one part of the timeline shows. */
const entriesPerPart = 20;

/** The activities of a customer. The timeline groups them by day. */
export interface TimelineActivities {
  /** Undefined until the activities are loaded. */
  summary: ActivitySummary | undefined;
  error: Error | null;
  isPending: boolean;
  isFetching: boolean;
  refetch: () => void;
  line: (run: ActivityRun) => { time: ReactNode; content: ReactNode };
  /** The list of single activities, with its own filters. */
  list: ReactNode;
  /** Says how many of the activities were counted. Empty if all activities were counted. */
  coverage: ReactNode;
  /** The selector for the date range. */
  window: ReactNode;
  icon: TimelineSource["entries"][number]["icon"];
}

interface TimelineProps {
  view: TimelineView;
  onView: (change: Partial<TimelineView>) => void;
  sources: readonly TimelineSource[];
  /** The customer's activities. Undefined if there is no such customer. */
  activities: TimelineActivities | undefined;
  /** The button that asks for an earlier time, and the answer for that time. */
  asOnButton: ReactNode;
  asOnAnswer: ReactNode;
  /** A field for a new note. Only for people who may write. */
  newNote: ReactNode;
  /** Says that an administrator erased the console's data about the customer. */
  notice: ReactNode;
}

/** The kinds that have at least one entry, and the kinds that are selected. */
function offeredKinds({ view, sources, activities }: Pick<TimelineProps, "view" | "sources" | "activities">) {
  const kinds = new Set<TimelineKind>(view.show);
  for (const { entries } of sources) for (const entry of entries) for (const kind of entry.kinds) kinds.add(kind);
  if (activities?.summary && activities.summary.coverage.total > 0) kinds.add("activities");
  return timelineKinds.filter((kind) => kinds.has(kind));
}

function KindFilter({
  kinds,
  view,
  onView,
}: { kinds: readonly TimelineKind[] } & Pick<TimelineProps, "view" | "onView">) {
  const toggle = (kind: TimelineKind) => {
    const isChosen = view.show.includes(kind);
    onView({ show: timelineKinds.filter((one) => (one === kind ? !isChosen : view.show.includes(one))) });
  };
  const chip = (key: string, isPressed: boolean, onClick: () => void, name: string) => (
    <button
      key={key}
      type="button"
      aria-pressed={isPressed}
      onClick={onClick}
      className={classNames(
        "h-7 rounded-full border px-2.5 text-table",
        isPressed
          ? "border-accent/35 bg-accent-soft font-medium text-accent"
          : "border-line bg-surface text-ink-muted hover:text-ink",
      )}
    >
      {name}
    </button>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields, and these are buttons
    <div
      role="group"
      aria-label={texts.filters}
      tabIndex={-1}
      {...keepFocusProps}
      className="flex flex-wrap gap-1.5 outline-none print:hidden"
    >
      {chip("all", view.show.length === 0, () => onView({ show: [] }), texts.all)}
      {kinds.map((kind) => chip(kind, view.show.includes(kind), () => toggle(kind), texts.kinds[kind]))}
    </div>
  );
}

interface FailedSource {
  kind: TimelineKind;
  /** True if the entries of an earlier answer are still shown. */
  isKept: boolean;
  error: Error | null;
  isFetching: boolean;
  refetch: () => void;
}

const namesOf = (sources: readonly FailedSource[]) => sources.map(({ kind }) => texts.kinds[kind]).join(", ");

/** Names the entries that are missing or outdated, and the reason. Shows one message for all failed requests. */
function NotLoaded({ sources }: { sources: readonly FailedSource[] }) {
  const readings = usePageReadings();
  const failed = sources.filter(({ error }) => error !== null);
  const [first] = failed;
  if (!first?.error) return null;
  const problem = shownProblem(first.error);
  const [absent, kept] = [failed.filter(({ isKept }) => !isKept), failed.filter(({ isKept }) => isKept)];
  const isShared = isSharedReason(readings, problem);
  const answer = problem.errors[0]?.message;
  const isBusy = failed.some(({ isFetching }) => isFetching);
  return (
    // A shared reason has been announced already by the notice that shows it. So this message is only a status.
    <div role={isShared ? "status" : "alert"} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2 text-table">
      <p className={isShared ? "text-ink-muted" : "text-negative"}>
        {absent.length > 0 && `${texts.notLoaded(namesOf(absent))} `}
        {kept.length > 0 && `${texts.notUpToDate(namesOf(kept))} `}
        {isShared ? texts.reasonAbove : problem.detail}
        {!isShared && answer !== undefined && (
          <>
            {" "}
            <q>
              <bdi>{oneLineOf(answer)}</bdi>
            </q>
          </>
        )}
      </p>
      {!isShared && (
        <Button
          size="small"
          className="print:hidden"
          aria-disabled={isBusy}
          onClick={() => {
            if (!isBusy) for (const { refetch } of failed) refetch();
          }}
        >
          {texts.retry}
        </Button>
      )}
    </div>
  );
}

/** Everything that has happened to a customer, newest first. The page's URL stores the filters. */
export function Timeline(props: TimelineProps) {
  const { view, onView, sources, activities, asOnButton, asOnAnswer, newNote, notice } = props;
  const isList = activities !== undefined && showsOnlyActivities(view);
  const withRuns = activities !== undefined && showsKind(view, "activities");
  const parts = sources
    .map(({ entries, hasOlder }) => ({
      entries: entries.filter(({ kinds, isDetail }) =>
        view.show.length === 0 ? !isDetail : kinds.some((kind) => view.show.includes(kind)),
      ),
      hasOlder,
    }))
    .filter(({ entries }) => entries.length > 0);
  const merged = mergeTimeline(parts, entriesPerPart * view.parts);
  const lines = withActivityRuns(merged, withRuns ? activities.summary : undefined);
  const isLoading = sources.some(({ isPending }) => isPending) || (withRuns && activities.isPending);
  const failing: FailedSource[] = sources.map((source) => ({ ...source, isKept: source.entries.length > 0 }));
  if (withRuns) failing.push({ ...activities, kind: "activities", isKept: activities.summary !== undefined });
  // If there is no such customer, the page shows only that, and not an empty timeline below.
  const isEmpty = lines.length === 0 && !notice && !failing.some(({ error }) => error !== null);
  if (activities === undefined && isEmpty) return null;
  return (
    <section aria-labelledby="timeline-title" className="min-w-0">
      <KeepFocus className="flex flex-col gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 id="timeline-title" className="font-semibold text-title">
            {texts.title}
          </h2>
          <KindFilter kinds={offeredKinds(props)} view={view} onView={onView} />
          <div className="flex flex-wrap items-center gap-2 sm:ms-auto print:hidden">
            {withRuns && !isList && activities.window}
            {asOnButton}
          </div>
        </div>
        {notice}
        {asOnAnswer}
        {newNote}
        {!isList && <NotLoaded sources={failing} />}
        {isList ? (
          activities.list
        ) : (
          <ol tabIndex={-1} {...keepFocusProps} className="outline-none">
            {lines.map((line) => {
              if ("counts" in line) {
                const { time, content } = activities?.line(line) ?? {};
                return (
                  <TimelineLine key={`run ${line.to}`} icon={activities?.icon ?? (() => null)} time={time}>
                    {content}
                  </TimelineLine>
                );
              }
              return (
                <TimelineLine key={line.key} icon={line.icon} time={<Timestamp value={line.at} detail="minute" />}>
                  {line.content}
                </TimelineLine>
              );
            })}
          </ol>
        )}
        {!isList && lines.length === 0 && !isLoading && <p className="text-ink-muted">{texts.nothing}</p>}
        {isLoading && <PanelSkeleton label={detailTexts.loading} lines={2} />}
        {!isList && (
          <div className="flex flex-wrap items-center gap-x-4 gap-y-1 text-fine text-ink-muted">
            {merged.hasOlder && view.parts < maxTimelineParts && (
              <Button className="print:hidden" onClick={() => onView({ parts: view.parts + 1 })}>
                {texts.older}
              </Button>
            )}
            {merged.hasOlder && <p className="hidden print:block">{texts.olderExist}</p>}
            {withRuns && <div>{activities.coverage}</div>}
            {view.show.includes("states") && <p>{historyTexts.note}</p>}
          </div>
        )}
      </KeepFocus>
    </section>
  );
}
