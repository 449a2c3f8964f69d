"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import Link from "next/link";
import { useEffect, useMemo, useRef } from "react";
import { PagedList } from "#components/data-table/paged-list.tsx";
import { announce } from "#components/ui/announcer.tsx";
import { Button } from "#components/ui/button.tsx";
import { EmptyState } from "#components/ui/panel/empty-state.tsx";
import { Segmented } from "#components/ui/segmented.tsx";
import { pages } from "#lib/paths.ts";
import { attentionCountOptions } from "#lib/query/console/attention-count.ts";
import {
  markAllOwnNotifications,
  markOwnNotification,
  ownNotificationsOptions,
  refreshOwnNotifications,
} from "#lib/query/console/own-notifications.ts";
import { keepPageData } from "#lib/query/page-reading.ts";
import { shownProblem } from "#lib/requests/shown-problem.ts";
import {
  changeOwnNotificationsView,
  ownNotificationsViewParams,
  parseOwnNotificationsView,
} from "#lib/url-state/own-notifications-view.ts";
import { useURLView } from "#lib/url-state/use-url-view.ts";
import { ownNotificationColumns } from "./columns.tsx";
import { ownNotificationForms, ownNotificationTexts as texts } from "./texts.ts";

const codec = {
  parse: parseOwnNotificationsView,
  change: changeOwnNotificationsView,
  params: ownNotificationsViewParams,
};

/** The list of the person's own notifications, newest first. */
export function OwnNotifications() {
  const [view, change] = useURLView(codec, pages.notifications());
  const client = useQueryClient();
  const reading = useQuery({ ...ownNotificationsOptions(view), ...keepPageData });
  const { data: count } = useQuery(attentionCountOptions());
  const { refetch } = reading;
  const unread = count?.unread;
  const shownUnread = useRef<number>(undefined);
  useEffect(() => {
    shownUnread.current = reading.data?.unread;
  }, [reading.data]);
  useEffect(() => {
    // Every page reads the number regularly. The list is read again only if the number has changed.
    if (unread !== undefined && unread !== shownUnread.current) void refetch();
  }, [unread, refetch]);
  const columns = useMemo(() => {
    const mark = async (notificationID: string, read: boolean) => {
      try {
        await markOwnNotification(notificationID, read);
      } catch (error) {
        announce(shownProblem(error).detail);
      }
      await refreshOwnNotifications(client);
    };
    return ownNotificationColumns({
      open: ({ notificationID, readAt }) => {
        if (readAt === undefined) void mark(notificationID, true);
      },
      mark: ({ notificationID }, read) => void mark(notificationID, read),
    });
  }, [client]);
  const markAll = async (upTo: string) => {
    try {
      await markAllOwnNotifications(upTo);
      announce(texts.allRead);
    } catch (error) {
      announce(shownProblem(error).detail);
    }
    await refreshOwnNotifications(client);
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          legend={texts.shown}
          value={view.unread ? "unread" : "all"}
          options={[
            { value: "all", label: texts.all },
            { value: "unread", label: texts.unread },
          ]}
          onChange={(value) => change({ unread: value === "unread" })}
        />
        {reading.data && reading.data.unread > 0 && (
          <Button size="small" onClick={() => void markAll(reading.data?.asOf ?? "")}>
            {texts.markAll}
          </Button>
        )}
        <Link href={`${pages.account()}#notifications`} className="text-accent text-table hover:underline sm:ms-auto">
          {texts.settings}
        </Link>
      </div>
      <PagedList
        texts={texts}
        forms={ownNotificationForms}
        view={view}
        onView={change}
        reading={reading}
        rowsOf={(list) => list.notifications}
        rowID={({ notificationID }) => notificationID}
        columns={columns}
        empty={
          view.unread ? (
            <EmptyState
              title={texts.emptyUnread}
              actions={<Button onClick={() => change({ unread: false })}>{texts.showAll}</Button>}
            >
              {texts.emptyUnreadReason}
            </EmptyState>
          ) : undefined
        }
        signInHref={pages.signIn(pages.notifications(ownNotificationsViewParams(view)))}
      />
    </>
  );
}
