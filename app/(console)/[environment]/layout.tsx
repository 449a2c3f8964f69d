import type { Metadata } from "next";
import { notFound } from "next/navigation";
import type { ReactNode } from "react";
import { currentSession, perform } from "#app/bff.ts";
import { Lookup } from "#components/lookup/lookup.tsx";
import { Tray } from "#components/operations/tray/tray.tsx";
import { GoShortcuts } from "#components/shell/go-shortcuts.tsx";
import { QueryProvider } from "#components/shell/query-provider.tsx";
import { SessionEnd } from "#components/shell/session-end.tsx";
import { Shell } from "#components/shell/shell.tsx";
import { ShortcutsHelp } from "#components/shell/shortcuts-help.tsx";
import { notFoundTexts, shellTexts } from "#components/shell/texts.ts";
import { environmentNames } from "#components/ui/environment-names.ts";
import { SessionProvider } from "#components/ui/session.tsx";
import { environmentSchema } from "#lib/contract/environment.ts";
import { trayQuery } from "#lib/query/operations.ts";
import { type EnvironmentParams, environmentOf } from "../require-session.ts";

interface EnvironmentLayoutProps {
  params: EnvironmentParams;
  children: ReactNode;
}

export async function generateMetadata({ params }: { params: EnvironmentParams }): Promise<Metadata> {
  const environment = environmentSchema.safeParse((await params).environment);
  if (!environment.success) {
    // Thrown from here, "not found" would leave the page without any title; no page below may put its own.
    const title = `${notFoundTexts.title} · ${shellTexts.product}`;
    return { title: { absolute: title, template: title } };
  }
  const name = environmentNames[environment.data];
  return {
    title: { absolute: `${name} · ${shellTexts.product}`, template: `${name} · %s · ${shellTexts.product}` },
    icons: { icon: `/icon-${environment.data}.svg` },
  };
}

export default async function EnvironmentLayout({ params, children }: EnvironmentLayoutProps) {
  const environment = environmentOf((await params).environment);
  const session = await currentSession();
  // A layout does not know the whole address, so the page itself leads to the sign-in page and back.
  if (!session) return children;
  if (!session.environments.includes(environment)) notFound();
  const initial = await perform("GET /api/:environment/operations", {
    params: { environment },
    query: trayQuery(Date.now()),
  }).catch(() => undefined);
  return (
    <SessionProvider session={session}>
      <QueryProvider>
        <Shell
          environment={environment}
          session={session}
          tools={
            <>
              <Lookup environment={environment} />
              <Tray key={environment} environment={environment} initial={initial} />
            </>
          }
        >
          {children}
        </Shell>
        <GoShortcuts environment={environment} />
        <ShortcutsHelp />
        <SessionEnd />
      </QueryProvider>
    </SessionProvider>
  );
}
