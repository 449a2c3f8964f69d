"use client";

import { createColumnHelper } from "@tanstack/react-table";
import Link from "next/link";
import type { DataTableFeatures } from "#components/data-table/features.ts";
import { TimeCell } from "#components/data-table/time-cell.tsx";
import { Button } from "#components/ui/button.tsx";
import { classNames } from "#components/ui/class-names.ts";
import { EnvironmentMark } from "#components/ui/environment/environment-mark.tsx";
import type { OwnNotification } from "#lib/contract/console/own-notifications.ts";
import { ownNotificationSentence } from "#lib/contract/values/console/own-notification-kinds.ts";
import { ownNotificationTexts as texts } from "./texts.ts";

const helper = createColumnHelper<DataTableFeatures, OwnNotification>();

const sentenceOf = ({ by, ...notification }: OwnNotification) =>
  ownNotificationSentence({ ...notification, person: by?.name || by?.email || texts.somebody });

export interface OwnNotificationSteps {
  /** Called when the person opens the page of a notification. */
  open: (notification: OwnNotification) => void;
  mark: (notification: OwnNotification, read: boolean) => void;
}

export function ownNotificationColumns({ open, mark }: OwnNotificationSteps) {
  return helper.columns([
    helper.accessor("title", {
      header: texts.what,
      meta: { label: texts.what, width: "w-auto", rowHeader: true },
      cell: ({ row: { original } }) => {
        const isUnread = original.readAt === undefined;
        const opened = () => open(original);
        return (
          <span className="flex items-baseline gap-2 wide:py-1.5">
            <span
              aria-hidden
              className={classNames("size-2 shrink-0 rounded-full bg-accent", !isUnread && "invisible")}
            />
            <Link
              href={original.href}
              prefetch={false}
              onClick={opened}
              // The middle button opens the page in a new tab.
              onAuxClick={opened}
              className={classNames("text-accent wrap-anywhere hover:underline", isUnread && "font-semibold")}
            >
              {isUnread && <span className="sr-only">{texts.isUnread}: </span>}
              <bdi>{sentenceOf(original)}</bdi>
            </Link>
          </span>
        );
      },
    }),
    helper.accessor("environment", {
      header: texts.environment,
      meta: { label: texts.environment, width: "w-36" },
      cell: ({ getValue }) => <EnvironmentMark environment={getValue()} />,
    }),
    helper.accessor("createdAt", {
      header: texts.at,
      meta: { label: texts.at, width: "w-48" },
      cell: ({ getValue }) => <TimeCell at={getValue()} />,
    }),
    helper.display({
      id: "actions",
      header: () => <span className="sr-only">{texts.actions}</span>,
      meta: {
        label: texts.actions,
        width: "w-36",
        align: "end",
        isScreenOnly: true,
        narrow: "cards:col-span-full cards:before:content-none!",
      },
      cell: ({ row: { original } }) => {
        const isUnread = original.readAt === undefined;
        const action = isUnread ? texts.markRead : texts.markUnread;
        return (
          <Button
            size="small"
            aria-label={texts.markLabel(action, sentenceOf(original))}
            onClick={() => mark(original, isUnread)}
          >
            {action}
          </Button>
        );
      },
    }),
  ]);
}
