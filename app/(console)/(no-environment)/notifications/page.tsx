import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { OwnNotifications } from "#components/own-notifications/own-notifications.tsx";
import { ownNotificationTexts } from "#components/own-notifications/texts.ts";
import { PageHeader } from "#components/ui/panel/page-header.tsx";
import { pages } from "#lib/paths.ts";
import { ownNotificationsOptions } from "#lib/query/console/own-notifications.ts";
import { ownNotificationsViewParams, parseOwnNotificationsView } from "#lib/url-state/own-notifications-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { toSearchParams } from "../../[environment]/to-search-params.ts";
import { type PageProps, requireSignedIn } from "../../require-session.ts";

export const metadata: Metadata = { title: ownNotificationTexts.title };

export default async function NotificationsPage({ searchParams }: PageProps<never>) {
  const view = parseOwnNotificationsView(toSearchParams(await searchParams));
  await requireSignedIn(pages.notifications(ownNotificationsViewParams(view)));
  const reading = ownNotificationsOptions(view, (query) => perform("GET /api/me/notifications", { query }));
  return (
    <div data-wide className="flex flex-col gap-3">
      <PageHeader title={ownNotificationTexts.title} note={ownNotificationTexts.note} />
      <InitialData readings={[reading]} fallback={<p role="status">{ownNotificationTexts.loading}</p>}>
        <OwnNotifications />
      </InitialData>
    </div>
  );
}
