"use client";

import { useQuery } from "@tanstack/react-query";
import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from "react";
import { ActivityRunLine } from "#components/activities/activity-run.tsx";
import { runTexts } from "#components/activities/texts.ts";
import { useActivitiesView } from "#components/activities/use-activities-view.ts";
import { AsOnButton } from "#components/customers/detail/history/as-on.tsx";
import { ErasedNotice, useStateEntries } from "#components/customers/detail/history/use-state-entries.tsx";
import { Timeline } from "#components/customers/detail/timeline/timeline.tsx";
import { useJobEntries, useOperationEntries } from "#components/customers/detail/timeline/use-operation-entries.tsx";
import { useTimelineView } from "#components/customers/detail/timeline/use-timeline-view.ts";
import { useCustomer } from "#components/customers/detail/use-customer.ts";
import { WindowChip } from "#components/forms/filters/window-chip.tsx";
import { NewNote } from "#components/notes/new-note.tsx";
import { useNoteEntries } from "#components/notes/use-note-entries.tsx";
import { usePlannedEntries } from "#components/planned/use-planned-entries.tsx";
import { useNumberLocale } from "#components/ui/count.tsx";
import { Activity } from "#components/ui/icon/icons.tsx";
import { lazyPart } from "#components/ui/lazy/lazy-part.tsx";
import { PanelAge } from "#components/ui/panel/page-freshness.tsx";
import { useCanWrite } from "#components/ui/session.tsx";
import { useDayNames } from "#components/ui/time/day-name.tsx";
import type { Environment } from "#lib/contract/environment.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { pages } from "#lib/paths.ts";
import { activitySummaryQueryOptions } from "#lib/query/customers/activities.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import type { ActivityRun } from "#lib/timeline/merge-timeline.ts";
import { activitiesViewParams, defaultActivitiesView } from "#lib/url-state/activities-view.ts";
import { showsKind } from "#lib/url-state/timeline-view.ts";

const AsOnAnswer = lazyPart(() =>
  import("#components/customers/detail/history/as-on-answer.tsx").then((module) => module.AsOnAnswer),
);

const ActivitiesList = lazyPart(() =>
  import("#components/activities/activities-list.tsx").then((module) => module.ActivitiesList),
);

const Arrival = createContext(() => {});

/**
 * Reports that the browser has the server's answers about activities. The page renders this component after these
 * answers.
 */
export function ActivitiesArrived() {
  const onArrived = useContext(Arrival);
  useEffect(onArrived, [onArrived]);
  return null;
}

interface CustomerTimelineProps {
  environment: Environment;
  customerID: string;
  /**
   * Contains `ActivitiesArrived`, and arrives when the API has answered. The rest of the timeline does not wait for it.
   */
  arrival: ReactNode;
}

/**
 * The customer's timeline, merged from the lists of several entities. Activities appear when the server's answer has
 * arrived. Until then, the browser does not request the activities, so that the activities are read only once.
 */
export function CustomerTimeline({ environment, customerID, arrival }: CustomerTimelineProps) {
  const [hasArrived, setArrived] = useState(false);
  const onArrived = useCallback(() => setArrived(true), []);
  const [view, onView] = useTimelineView(environment, customerID);
  const customer = useCustomer(environment, customerID);
  const mayWrite = useCanWrite();
  const states = useStateEntries(environment, customerID);
  const sources = [
    useOperationEntries(environment, customerID, view.parts),
    useJobEntries(environment, customerID),
    usePlannedEntries(environment, customerID, view.parts),
    useNoteEntries(environment, customerID, view.parts),
    states,
  ];
  const hasCustomer = customer.data !== undefined || customer.error === null;
  const activities = useActivities({
    environment,
    customerID,
    isRead: hasCustomer && showsKind(view, "activities"),
    hasArrived,
  });
  const asOn = { at: view.asOn, onAt: (at: string | undefined) => onView({ asOn: at }) };
  return (
    <div className="min-w-0">
      <Timeline
        view={view}
        onView={onView}
        sources={sources}
        activities={hasCustomer ? activities : undefined}
        asOnButton={states.isOffered && <AsOnButton {...asOn} />}
        asOnAnswer={
          states.isOffered &&
          view.asOn !== undefined && (
            <AsOnAnswer
              environment={environment}
              customerID={customerID}
              at={view.asOn}
              onRemove={() => asOn.onAt(undefined)}
            />
          )
        }
        newNote={mayWrite && showsKind(view, "notes") && <NewNote environment={environment} customerID={customerID} />}
        notice={states.history?.erasedAt !== undefined && <ErasedNotice erasedAt={states.history.erasedAt} />}
      />
      <Arrival value={onArrived}>{arrival}</Arrival>
    </div>
  );
}

interface ActivitiesProps {
  environment: Environment;
  customerID: string;
  isRead: boolean;
  /** True once the server's answer about activities is in the browser. */
  hasArrived: boolean;
}

/**
 * The customer's activities, grouped by days. If the timeline shows only activities, also the list of single
 * activities.
 */
function useActivities({ environment, customerID, isRead, hasArrived }: ActivitiesProps) {
  const [view, onView] = useActivitiesView(environment, customerID);
  const locale = useNumberLocale();
  const dayName = useDayNames();
  const reading = useQuery({
    ...activitySummaryQueryOptions(environment, customerID, view),
    ...keepPageData,
    enabled: isRead && hasArrived,
  });
  const { isFetching, refetch } = reading;
  // The browser's first render must match the HTML, and the answer may have arrived after the HTML. So the answer is
  // not used before `hasArrived`.
  const data = hasArrived ? reading.data : undefined;
  const error = hasArrived ? reading.error : null;
  const hrefOf = ({ from, to }: ActivityRun) => {
    const query = activitiesViewParams({ ...defaultActivitiesView, window: view.window, days: { from, to } });
    query.set("show", "activities");
    return pages.customer(environment, customerID, query);
  };
  const isPart = data !== undefined && data.coverage.looked < data.coverage.total;
  const count = (value: number) => formatCount(value, locale);
  return {
    summary: data,
    error,
    isPending: isRead && hasArrived && data === undefined && error === null,
    isFetching,
    refetch: () => void refetch(),
    icon: Activity,
    line: (run: ActivityRun) => ({
      time: dayName(run.from, run.to, "long"),
      content: data && <ActivityRunLine run={run} summary={data} href={hrefOf(run)} />,
    }),
    list: hasArrived && <ActivitiesList environment={environment} customerID={customerID} />,
    coverage: data !== undefined && data.days.length > 0 && (
      <>
        {isPart && `${runTexts.counted(count(data.coverage.looked), count(data.coverage.total))} `}
        {runTexts.days} <PanelAge answer={data} failed={error !== null} />
      </>
    ),
    window: (
      <WindowChip
        id="timeline-window"
        name={runTexts.window}
        window={view.window}
        onWindow={(window) => onView({ window })}
      />
    ),
  };
}
