"use client";

import { keepPreviousData, useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { calendarTexts as texts } from "#components/planned/texts.ts";
import { announce } from "#components/ui/announcer.tsx";
import { Button, IconButton } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { ChevronLeft, ChevronRight } from "#components/ui/icon/icons.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { useTimeZone } from "#components/ui/time/timestamp.tsx";
import { consoleNowMs } from "#lib/console-clock.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { formatDay, formatMonth, formatWeekday } from "#lib/format/format-day.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { zoneText } from "#lib/format/format-time.ts";
import { readInstant } from "#lib/format/local-time.ts";
import { pages } from "#lib/paths.ts";
import { type CalendarEntry, calendarMonth, entriesByDay, laterMonth } from "#lib/planned/calendar-days.ts";
import { plannedHeading, plannedStateNames } from "#lib/planned/planned-texts.ts";
import { maxInCalendar, plannedCalendarQueryOptions } from "#lib/query/operations/planned-calendar.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import { type PlannedView, plannedViewParams } from "#lib/url-state/planned-view.ts";
import type { ChangeView } from "#lib/url-state/use-url-view.ts";

function Entry({ entry: { planned, step, time } }: { entry: CalendarEntry }) {
  const { environment, plannedChangeID, companyName, customerID } = planned;
  const isEnd = step.kind === "revert";
  const isOpen = step.state === "scheduled" || step.state === "awaiting-approval" || step.state === "claimed";
  const needsPerson = step.state === "suspended" || step.state === "missed" || step.state === "unknown";
  return (
    <Link
      href={pages.plannedChange(environment, plannedChangeID)}
      prefetch={false}
      title={`${plannedHeading(planned)} · ${plannedStateNames[step.state]}`}
      className={classNames(
        "block min-h-6 rounded-small border-s-2 px-1.5 py-0.5 text-fine hover:underline",
        needsPerson
          ? "border-caution bg-caution-soft"
          : isOpen
            ? "border-accent bg-accent-soft"
            : "border-line bg-sunken text-ink-muted",
      )}
    >
      <span className="tabular-nums">{time}</span>{" "}
      <bdi className="font-medium wrap-anywhere">
        {isEnd && `${texts.ends} `}
        {companyName || customerID}
      </bdi>
      <span className="block wrap-anywhere">
        {!isEnd && plannedHeading(planned)}
        {!isOpen && ` ${isEnd ? "" : "· "}${plannedStateNames[step.state]}`}
      </span>
    </Link>
  );
}

interface DayProps {
  day: string;
  month: string;
  today: string;
  entries: readonly CalendarEntry[];
}

function Day({ day, month, today, entries }: DayProps) {
  const isToday = day === today;
  return (
    <td
      className={classNames(
        "h-24 border-line border-s border-t p-1 align-top first:border-s-0 max-md:block max-md:h-auto max-md:border-s-0 max-md:p-2",
        !day.startsWith(month) && "bg-canvas text-ink-muted",
        entries.length === 0 && "max-md:hidden",
      )}
    >
      <p
        className={classNames(
          "mb-1 flex items-center gap-1 text-fine md:justify-end",
          isToday && "font-semibold text-accent",
        )}
      >
        <span className="md:hidden">{formatDay(day, "long")}</span>
        <span aria-hidden className="max-md:hidden">
          {Number(day.slice(8))}
        </span>
        <span className="max-md:hidden sr-only">{formatDay(day, "long")}</span>
        {isToday && <span className="md:sr-only">({texts.todayMark})</span>}
      </p>
      {entries.length > 0 && (
        <ul className="flex flex-col gap-1">
          {entries.map((entry) => (
            <li key={entry.step.stepID}>
              <Entry entry={entry} />
            </li>
          ))}
        </ul>
      )}
    </td>
  );
}

interface CalendarProps {
  environment: Environment;
  view: PlannedView;
  change: ChangeView<PlannedView>;
}

/** A calendar of the steps of planned changes, in the page's time zone. */
export function PlannedCalendar({ environment, view, change }: CalendarProps) {
  const zone = useTimeZone();
  const today = readInstant(new Date(consoleNowMs()).toISOString(), zone).local.slice(0, 10);
  const month = view.month ?? today.slice(0, 7);
  const days = calendarMonth(month);
  const { data, error, isFetching, refetch } = useQuery({
    ...plannedCalendarQueryOptions(environment, view, days, zone),
    placeholderData: keepPreviousData,
  });
  const entries = entriesByDay(data?.planned ?? [], zone);
  const name = formatMonth(month);
  const isEmpty = data !== undefined && days.weeks.flat().every((day) => !entries.has(day));
  const go = (to: string) => {
    change({ month: to === today.slice(0, 7) ? undefined : to });
    announce(formatMonth(to));
  };
  return (
    <section aria-label={name} className="flex flex-col gap-2">
      <div className="flex flex-wrap items-center gap-1">
        <IconButton label={texts.previous} onClick={() => go(laterMonth(month, -1))}>
          <ChevronLeft aria-hidden className="size-4" />
        </IconButton>
        <h2 className="min-w-36 text-center font-semibold">{name}</h2>
        <IconButton label={texts.next} onClick={() => go(laterMonth(month, 1))}>
          <ChevronRight aria-hidden className="size-4" />
        </IconButton>
        {month !== today.slice(0, 7) && (
          <Button variant="quiet" onClick={() => go(today.slice(0, 7))}>
            {texts.today}
          </Button>
        )}
      </div>
      {error && (
        <ProblemPanel
          form="notice"
          problem={shownProblem(error)}
          onRetry={() => void refetch()}
          retrying={isFetching}
          signInHref={pages.signIn(pages.planned(environment, plannedViewParams(view)))}
        />
      )}
      {data && data.total > data.planned.length && (
        <p role="status" className="text-caution text-table">
          {texts.more(formatCount(data.total), formatCount(maxInCalendar))}
        </p>
      )}
      {!data && !error && (
        <p role="status" className="animate-late text-ink-muted">
          {texts.loading}
        </p>
      )}
      {isEmpty && <p className="text-ink-muted text-table md:sr-only">{texts.nothing}</p>}
      <div className="overflow-clip rounded-base border border-line bg-surface max-md:empty:hidden">
        <table
          aria-busy={isFetching}
          className="w-full table-fixed border-separate border-spacing-0 text-table max-md:block"
        >
          <caption className="sr-only">{texts.caption(name, zoneText(zone))}</caption>
          <thead className="max-md:hidden">
            <tr>
              {days.weeks[0]?.map((day) => (
                <th
                  key={day}
                  scope="col"
                  abbr={formatWeekday(day, "long")}
                  className="border-line border-s px-2 py-1.5 text-end font-normal text-fine text-ink-muted first:border-s-0"
                >
                  {formatWeekday(day, "short")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody className="max-md:block">
            {days.weeks.map((week) => (
              <tr key={week[0]} className="max-md:block">
                {week.map((day) => (
                  <Day key={day} day={day} month={month} today={today} entries={entries.get(day) ?? []} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
