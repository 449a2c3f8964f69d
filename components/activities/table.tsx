"use client";

import { type ReactNode, useId, useState } from "react";
import { tableRoles } from "#components/data-table/table-roles.ts";
import { classNames } from "#components/ui/class-names.ts";
import { ChevronDown, ChevronRight } from "#components/ui/icon/icons.tsx";
import { RawRecord } from "#components/ui/record/raw-record.tsx";
import { Timestamp } from "#components/ui/time/timestamp.tsx";
import type { Activity } from "#lib/contract/customers/activity.ts";
import { callLengthText, formatCallLength } from "#lib/format/format-call-length.ts";
import { Direction } from "./directions.tsx";
import { activitiesTexts, activityColumnTexts as texts } from "./texts.ts";

interface ActivitiesTableProps {
  activities: readonly Activity[];
  /** True if the rows belong to an earlier request. The rows are then dimmed, and their actions are disabled. */
  outdated: boolean;
  busy: boolean;
}

const headers = [
  ["at", "w-40"],
  ["type", "w-[36%]"],
  ["direction", "w-28"],
  ["from", "w-auto"],
  ["to", "w-auto"],
  ["duration", "w-22"],
  ["raw", "w-12 2xl:w-14"],
] as const;

const wideCell =
  "wide:h-9 wide:truncate wide:border-line wide:border-b wide:group-last:border-b-0 wide:px-2 wide:first:ps-4 wide:last:pe-4 wide:2xl:px-3 wide:2xl:first:ps-4 wide:2xl:last:pe-4";
const labelled =
  "cards:flex cards:flex-col cards:before:text-fine cards:before:text-ink-muted cards:before:content-[attr(data-label)/'']";

function Cell({ label, children, end }: { label: string; children: ReactNode; end?: boolean }) {
  return (
    <td
      {...tableRoles.cell}
      data-label={label}
      className={classNames("min-w-0", wideCell, Boolean(children) && labelled, end && "wide:text-end")}
    >
      {children}
    </td>
  );
}

const party = (text: string | undefined, formatted = text) =>
  text === undefined ? undefined : (
    <bdi title={text} className="cards:wrap-anywhere">
      {formatted}
    </bdi>
  );

interface RowProps {
  activity: Activity;
  isOpen: boolean;
  onOpen: (open: boolean) => void;
}

function ActivityRow({ activity, isOpen, onOpen }: RowProps) {
  const { at, type, description, direction, from, to, fromFormatted, toFormatted, durationSeconds } = activity;
  const detailID = useId();
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <>
      <tr
        {...tableRoles.row}
        className="group cards:relative cards:grid cards:grid-cols-2 cards:gap-x-4 cards:gap-y-1 cards:border-line cards:border-b cards:px-4 cards:py-3 cards:last:border-b-0 sm:cards:grid-cols-[1fr_1fr_1.4fr_1.4fr_4rem] wide:hover:bg-accent-soft/60"
      >
        <th
          {...tableRoles.rowHeader}
          scope="row"
          className={classNames("min-w-0 text-start font-medium cards:col-span-full", wideCell)}
        >
          {at !== undefined && <Timestamp value={at} detail="minute" />}
        </th>
        <Cell label={texts.type}>
          {(type !== undefined || description !== undefined) && (
            <>
              {type !== undefined && (
                <bdi title={type} className="inline-block first-letter:uppercase">
                  {type}
                </bdi>
              )}
              {description !== undefined && (
                <bdi title={description} className="text-ink-muted cards:wrap-anywhere wide:ms-2">
                  {description}
                </bdi>
              )}
            </>
          )}
        </Cell>
        <Cell label={texts.direction}>{direction !== undefined && <Direction direction={direction} />}</Cell>
        <Cell label={texts.from}>{party(from, fromFormatted)}</Cell>
        <Cell label={texts.to}>{party(to, toFormatted)}</Cell>
        <Cell label={texts.duration} end>
          {durationSeconds !== undefined && (
            <>
              <span aria-hidden>{formatCallLength(durationSeconds)}</span>
              <span className="sr-only">{callLengthText(durationSeconds)}</span>
            </>
          )}
        </Cell>
        <td
          {...tableRoles.cell}
          className={classNames("wide:text-end cards:absolute cards:end-3 cards:top-2.5 print:hidden", wideCell)}
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
        <tr {...tableRoles.row} className="cards:block">
          <td
            {...tableRoles.cell}
            id={detailID}
            colSpan={headers.length}
            className="border-line border-b bg-canvas p-0 cards:block"
          >
            <RawRecord record={activity.raw} />
          </td>
        </tr>
      )}
    </>
  );
}

/**
 * One page of activities. A person can open an activity to see all of its data from the API. Narrow screens show cards.
 */
export function ActivitiesTable({ activities, outdated, busy }: ActivitiesTableProps) {
  const [open, setOpen] = useState<readonly Activity[]>([]);
  return (
    <table
      {...tableRoles.table}
      aria-busy={busy}
      className="w-full border-separate border-spacing-0 text-table cards:block wide:table-fixed"
    >
      <caption className="sr-only">{activitiesTexts.caption}</caption>
      <thead {...tableRoles.rowGroup} className="cards:sr-only">
        <tr {...tableRoles.row}>
          {headers.map(([name, width]) => (
            <th
              key={name}
              scope="col"
              {...tableRoles.columnHeader}
              className={classNames(
                "sticky top-(--sticky-top) z-10 h-9 border-line border-b bg-surface px-2 font-medium text-ink-muted first:ps-4 last:pe-4 wide:2xl:px-3 wide:2xl:first:ps-4 wide:2xl:last:pe-4 print:static",
                name === "duration" || name === "raw" ? "text-end" : "text-start",
                width,
              )}
            >
              {name === "raw" ? <span className="sr-only">{texts.raw}</span> : texts[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody
        {...tableRoles.rowGroup}
        inert={outdated}
        className={classNames("transition-opacity duration-100 cards:block", outdated && "opacity-50 delay-150")}
      >
        {activities.map((activity, index) => (
          <ActivityRow
            // biome-ignore lint/suspicious/noArrayIndexKey: the API may send no ID, or the same ID twice
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
