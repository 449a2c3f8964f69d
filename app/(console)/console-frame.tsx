import "server-only";
import type { ReactNode } from "react";
import { perform } from "#app/bff.ts";
import { AnnouncementLine } from "#components/announcement/announcement-line.tsx";
import { ApiStatusLink } from "#components/api-status/api-status-link.tsx";
import { PageCalls } from "#components/calls/page-calls.tsx";
import { FreezeBanner } from "#components/freezes/freeze-banner.tsx";
import { Lookup } from "#components/lookup/lookup.tsx";
import { LookupHint } from "#components/lookup/lookup-hint.tsx";
import { Tray } from "#components/operations/tray/tray.tsx";
import { BreakGlassBanner } from "#components/policy/break-glass-banner.tsx";
import { GoShortcuts } from "#components/shell/go-shortcuts.tsx";
import { Help } from "#components/shell/help.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { SessionEnd } from "#components/shell/session-end/session-end.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { CurrentTicketMenu } from "#components/tickets/current-ticket-menu.tsx";
import { OutageBanner } from "#components/ui/panel/outage-banner.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import { may } from "#lib/contract/access/permissions.ts";
import type { Session } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { trayBulksQuery, trayImportsQuery, trayQuery } from "#lib/query/operations/tray.ts";

interface ConsoleFrameProps {
  session: Session;
  /** The environment of the page. Absent if the page belongs to no environment. */
  environment?: Environment;
  /** The environment that the rail's links and the tray use. */
  linked: Environment | undefined;
  children: ReactNode;
}

/** The frame around each page of a signed-in person. */
export async function ConsoleFrame({ session, environment, linked, children }: ConsoleFrameProps) {
  const params = linked && { environment: linked };
  const unread = () => undefined;
  const mayManagePolicy = may(session.staff.role, "policy.manage");
  const mayImport = may(session.staff.role, "imports.run");
  const [operations, bulks, imports, status, freeze, ticket, waiting, announcement, breakGlass] = await Promise.all([
    params && perform("GET /api/:environment/operations", { params, query: trayQuery(Date.now()) }).catch(unread),
    params && perform("GET /api/:environment/bulk", { params, query: trayBulksQuery }).catch(unread),
    mayImport && params && perform("GET /api/:environment/imports", { params, query: trayImportsQuery }).catch(unread),
    environment && perform("GET /api/:environment/api-status", { params: { environment } }).catch(unread),
    environment && perform("GET /api/:environment/freeze", { params: { environment } }).catch(unread),
    perform("GET /api/me/ticket").catch(unread),
    linked && perform("GET /api/attention/count").catch(unread),
    perform("GET /api/announcement").catch(unread),
    mayManagePolicy ? perform("GET /api/policy/break-glass").catch(unread) : undefined,
  ]);
  return (
    <SessionProvider session={session}>
      <QueryProvider>
        <Shell
          environment={environment}
          linked={linked}
          session={session}
          waiting={waiting}
          lookup={
            linked && (
              <Lookup
                environment={linked}
                notice={<AnnouncementLine environment={environment} initial={announcement} className="mx-3 mt-3" />}
              />
            )
          }
          tools={
            linked && (
              <>
                <CurrentTicketMenu initial={ticket} />
                {environment && <ApiStatusLink key={environment} environment={environment} initial={status} />}
                <Tray
                  key={`tray ${linked}`}
                  environment={linked}
                  isElsewhere={environment === undefined}
                  initial={{ operations, bulks, imports: imports || undefined }}
                />
              </>
            )
          }
        >
          <AnnouncementLine environment={environment} initial={announcement} className="mb-4" />
          {mayManagePolicy && <BreakGlassBanner initial={breakGlass} />}
          {environment && <FreezeBanner key={environment} environment={environment} initial={freeze} />}
          {environment && <OutageBanner environment={environment} />}
          {linked && <LookupHint />}
          {children}
        </Shell>
        {linked && <GoShortcuts environment={linked} />}
        {environment && <PageCalls environment={environment} />}
        <Help />
        <SessionEnd />
      </QueryProvider>
    </SessionProvider>
  );
}
