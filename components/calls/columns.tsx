"use client";

import { createColumnHelper } from "@tanstack/react-table";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { copyOf, type RowMenu } from "#components/data-table/row-menu.tsx";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { EntityID } from "#components/ui/record/entity-id.tsx";
import type { Call } from "#lib/contract/calls/call.ts";
import { formatCount } from "#lib/format/format-number.ts";
import { CauseName } from "./call-facts.tsx";
import { CallStatus } from "./call-status.tsx";
import { callTexts, columnTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, Call>();

/** The menu of a call's row. */
export const callRowMenu: RowMenu<Call> = ({ method, path, requestID, callID, cause }) => ({
  name: `${method} ${path}`,
  copies: [
    { label: callTexts.copyRequestID, text: requestID },
    { label: callTexts.copyCallID, text: callID },
    { label: callTexts.copyPath, text: path },
    ...copyOf(callTexts.copyWho, cause.who),
  ],
});

/** The columns of a list of calls. Pressing the request's name opens the details. */
export const callColumns = (open: (callID: string) => void) =>
  helper.columns([
    helper.accessor(({ method, path }) => `${method} ${path}`, {
      id: "request",
      header: texts.request,
      meta: { label: texts.request, width: "w-auto", rowHeader: true },
      cell: ({ getValue, row: { original } }) => (
        <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
          <button
            type="button"
            aria-label={texts.open(getValue())}
            title={getValue()}
            onClick={() => open(original.callID)}
            className="min-h-6 min-w-0 text-start font-mono text-accent text-fine wrap-anywhere hover:underline"
          >
            {getValue()}
          </button>
          {original.attempt > 1 && <span className="text-caution text-fine">{callTexts.retry(original.attempt)}</span>}
        </span>
      ),
    }),
    helper.accessor("status", {
      header: texts.result,
      meta: { label: texts.result, width: "w-44", narrow: "data-cell-half data-cell-plain" },
      cell: ({ row }) => <CallStatus call={row.original} />,
    }),
    helper.accessor("ms", {
      header: texts.duration,
      meta: { label: texts.duration, width: "w-20", align: "end", narrow: "data-cell-half data-cell-plain" },
      cell: ({ getValue, row }) =>
        row.original.kind === "attempt" && (
          <span className="tabular-nums">{callTexts.ms(formatCount(getValue()))}</span>
        ),
    }),
    helper.accessor(({ cause }) => cause.name, {
      id: "cause",
      header: texts.cause,
      meta: { label: texts.cause, width: "w-[24%]", narrow: "cards:col-span-full" },
      cell: ({ row: { original } }) => (
        <span className="flex min-w-0 flex-col">
          <span className="min-w-0 wrap-anywhere wide:truncate">
            <CauseName cause={original.cause} />
          </span>
          {original.cause.who !== undefined && (
            <bdi className="truncate text-fine text-ink-muted" title={original.cause.who}>
              {original.cause.personName || original.cause.who}
            </bdi>
          )}
        </span>
      ),
    }),
    helper.accessor("requestID", {
      header: texts.requestID,
      meta: { label: texts.requestID, width: "w-36", isOptional: true },
      cell: ({ getValue }) => <EntityID id={getValue()} copyLabel={callTexts.copyRequestID} />,
    }),
    helper.accessor("at", {
      header: texts.at,
      meta: { label: texts.at, width: "w-28", narrow: "data-cell-half data-cell-plain" },
      cell: ({ getValue }) => <TimeCell at={getValue()} detail="clock" />,
    }),
  ]);
