"use client";

import { ChevronDown, ChevronRight } from "lucide-react";
import { type ReactNode, useId, useState } from "react";
import { tableRoles } from "#components/data-table/table-roles.ts";
import { classNames } from "#components/ui/class-names.ts";
import { RawRecord } from "#components/ui/raw-record.tsx";
import { Timestamp, ZoneName } from "#components/ui/timestamp.tsx";
import type { Activity } from "#lib/contract/activity.ts";
import { formatCallLength, spokenCallLength } from "#lib/format/format-call-length.ts";
import { Direction } from "./directions.tsx";
import { activitiesTexts, activityColumnTexts as texts } from "./texts.ts";
import { ZoneToggle } from "./zone-toggle.tsx";

interface ActivitiesTableProps {
  activities: readonly Activity[];
  /** The rows belong to what was asked before; they are dimmed and cannot be acted on. */
  outdated: boolean;
  busy: boolean;
}

const headers = [
  ["at", "w-60"],
  ["type", "w-32"],
  ["direction", "w-32"],
  ["from", "w-auto"],
  ["to", "w-auto"],
  ["duration", "w-24"],
  ["raw", "w-16"],
] as const;

const wideCell =
  "lg:h-9 lg:truncate lg:border-line lg:border-b lg:group-last:border-b-0 lg:px-2 lg:first:ps-4 lg:last:pe-4 2xl:px-3 2xl:first:ps-4 2xl:last:pe-4";
const labelled =
  "max-lg:flex max-lg:flex-col max-lg:before:text-fine max-lg:before:text-ink-muted max-lg:before:content-[attr(data-label)/'']";

function Cell({ label, children, end }: { label: string; children: ReactNode; end?: boolean }) {
  return (
    <td
      {...tableRoles.cell}
      data-label={label}
      className={classNames("min-w-0", wideCell, Boolean(children) && labelled, end && "lg:text-end")}
    >
      {children}
    </td>
  );
}

const party = (text: string | undefined) =>
  text === undefined ? undefined : (
    <bdi title={text} className="max-lg:wrap-anywhere">
      {text}
    </bdi>
  );

interface RowProps {
  activity: Activity;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

function ActivityRow({ activity, isOpen, onOpen }: RowProps) {
  const { at, type, direction, from, to, durationSeconds } = activity;
  const detailID = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <tr
        {...tableRoles.row}
        className="group max-lg:relative max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4 max-lg:gap-y-1 max-lg:border-line max-lg:border-b max-lg:px-4 max-lg:py-3 max-lg:last:border-b-0 sm:max-lg:grid-cols-[1fr_1fr_1.4fr_1.4fr_4rem] lg:hover:bg-accent-soft/60"
      >
        <th
          {...tableRoles.rowHeader}
          scope="row"
          className={classNames("min-w-0 text-start font-medium max-lg:col-span-full", wideCell)}
        >
          {at !== undefined && <Timestamp value={at} detail="minute" />}
          {at !== undefined && (
            <span className="font-normal text-ink-muted lg:hidden">
              {" "}
              <ZoneName />
            </span>
          )}
        </th>
        <Cell label={texts.type}>
          {type !== undefined && (
            <bdi title={type} className="first-letter:uppercase lg:block lg:truncate">
              {type}
            </bdi>
          )}
        </Cell>
        <Cell label={texts.direction}>{direction !== undefined && <Direction direction={direction} />}</Cell>
        <Cell label={texts.from}>{party(from)}</Cell>
        <Cell label={texts.to}>{party(to)}</Cell>
        <Cell label={texts.duration} end>
          {durationSeconds !== undefined && (
            <>
              <span aria-hidden>{formatCallLength(durationSeconds)}</span>
              <span className="sr-only">{spokenCallLength(durationSeconds)}</span>
            </>
          )}
        </Cell>
        <td
          {...tableRoles.cell}
          className={classNames("lg:text-end max-lg:absolute max-lg:end-3 max-lg:top-2.5 print:hidden", wideCell)}
        >
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? detailID : undefined}
            aria-label={isOpen ? texts.hide : texts.show}
            title={isOpen ? texts.hide : texts.show}
            onClick={() => onOpen(!isOpen)}
            className="inline-grid size-6 place-items-center rounded-small text-ink-muted hover:bg-sunken hover:text-ink"
          >
            <Icon aria-hidden className="size-4" />
          </button>
        </td>
      </tr>
      {isOpen && (
        <tr {...tableRoles.row} className="max-lg:block">
          <td
            {...tableRoles.cell}
            id={detailID}
            colSpan={headers.length}
            className="border-line border-b bg-canvas p-0 max-lg:block"
          >
            <RawRecord record={activity.raw} />
          </td>
        </tr>
      )}
    </>
  );
}

/** One page of activities, each with all that the API sent about it: stacked into cards on narrow screens. */
export function ActivitiesTable({ activities, outdated, busy }: ActivitiesTableProps) {
  const [open, setOpen] = useState<readonly Activity[]>([]);
  return (
    <table
      {...tableRoles.table}
      aria-busy={busy}
      className="w-full border-separate border-spacing-0 text-table max-lg:block lg:table-fixed"
    >
      <caption className="sr-only">{activitiesTexts.caption}</caption>
      <thead {...tableRoles.rowGroup} className="max-lg:sr-only">
        <tr {...tableRoles.row}>
          {headers.map(([name, width]) => (
            <th
              key={name}
              scope="col"
              {...tableRoles.columnHeader}
              className={classNames(
                "sticky top-13 z-10 h-9 border-line border-b bg-surface px-2 font-medium text-ink-muted first:ps-4 last:pe-4 2xl:px-3 2xl:first:ps-4 2xl:last:pe-4 print:static",
                name === "duration" || name === "raw" ? "text-end" : "text-start",
                width,
              )}
            >
              {name === "raw" ? <span className="sr-only">{texts.raw}</span> : texts[name]}
              {name === "at" && (
                <span className="max-lg:hidden">
                  {" "}
                  <ZoneToggle />
                </span>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        {...tableRoles.rowGroup}
        inert={outdated}
        className={classNames("transition-opacity duration-100 max-lg:block", outdated && "opacity-50 delay-150")}
      >
        {activities.map((activity, index) => (
          <ActivityRow
            // biome-ignore lint/suspicious/noArrayIndexKey: an API may tell no ID at all, or the same one twice
            key={`${activity.activityID ?? ""} ${index}`}
            activity={activity}
            isOpen={open.includes(activity)}
            onOpen={(isOpen) => setOpen(isOpen ? [...open, activity] : open.filter((other) => other !== activity))}
          />
        ))}
      </tbody>
    </table>
  );
}
