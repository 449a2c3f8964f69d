import type { Metadata } from "next";
import { perform } from "#app/bff.ts";
import { AccountPanel } from "#components/account/account-panel.tsx";
import { FactorsPanel } from "#components/account/factors/factors-panel.tsx";
import { NotificationsPanel } from "#components/account/notifications-panel.tsx";
import { PasswordPanel } from "#components/account/password-panel.tsx";
import { PreferencesPanel } from "#components/account/preferences-panel.tsx";
import { SessionsPanel } from "#components/account/sessions-panel.tsx";
import { accountTexts } from "#components/account/texts.ts";
import { PageFreshness } from "#components/ui/panel/page-freshness.tsx";
import { pages } from "#lib/paths.ts";
import { ownFactorsQueryOptions } from "#lib/query/console/own-factors.ts";
import { ownNotificationsOptions } from "#lib/query/console/own-notifications.ts";
import { ownSessionsQueryOptions } from "#lib/query/console/own-sessions.ts";
import { parseOwnNotificationsView } from "#lib/url-state/own-notifications-view.ts";
import { InitialData } from "../../[environment]/initial-data.tsx";
import { requireSignedIn } from "../../require-session.ts";

export const metadata: Metadata = { title: accountTexts.title };

export default async function AccountPage() {
  await requireSignedIn(pages.account());
  const readings = [
    ownSessionsQueryOptions(() => perform("GET /api/me/sessions")),
    ownFactorsQueryOptions(() => perform("GET /api/me/factors")),
    ownNotificationsOptions(parseOwnNotificationsView(new URLSearchParams()), (query) =>
      perform("GET /api/me/notifications", { query }),
    ),
  ];
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-x-3">
        <h1 className="font-semibold text-display">{accountTexts.title}</h1>
        <PageFreshness />
      </div>
      <InitialData readings={readings} fallback={undefined}>
        <AccountPanel />
        <div className="grid items-start gap-3 lg:grid-cols-2">
          <div className="flex min-w-0 flex-col gap-3">
            <PreferencesPanel />
            <SessionsPanel />
          </div>
          <div className="flex min-w-0 flex-col gap-3">
            <PasswordPanel />
            <FactorsPanel />
            <NotificationsPanel />
          </div>
        </div>
      </InitialData>
    </div>
  );
}
