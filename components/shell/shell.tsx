import type { ReactNode } from "react";
import { classNames } from "#components/ui/class-names.ts";
import { EnvironmentBadge } from "#components/ui/environment/environment-badge.tsx";
import { HydratedPart } from "#components/ui/hydrated-part.tsx";
import { Logo } from "#components/ui/logo.tsx";
import type { AttentionCount } from "#lib/contract/console/attention.ts";
import type { Session } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { PageQueryProvider } from "#lib/url-state/page-query.tsx";
import { EnvironmentSwitch } from "./environment-switch.tsx";
import { KeepSwitchFocus } from "./keep-switch-focus.tsx";
import { PageChange } from "./page-change.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { PlaceTabs } from "./place-tabs.tsx";
import { Rail } from "./rail.tsx";
import { SamePageHistory } from "./same-page-history.tsx";
import { shellTexts as texts } from "./texts.ts";

interface ShellProps {
  /**
   * The environment of the page. Undefined on a page without an environment, which must not look as if it belonged to
   * an environment.
   */
  environment?: Environment | undefined;
  /**
   * The environment that the rail's links open. On a page without an environment, this is the environment that the
   * person used last.
   */
  linked: Environment | undefined;
  session: Session;
  /** The number of items that need attention. Undefined if the server could not read the number. */
  waiting: AttentionCount | undefined;
  /** The lookup. The top bar shows it before the environment switch. */
  lookup: ReactNode;
  /** The state of the API and the tray. The top bar shows them before the person's menu. */
  tools: ReactNode;
  children: ReactNode;
}

function Strip({ environment }: { environment: Environment }) {
  return (
    <div
      aria-hidden
      className={classNames(
        "pointer-events-none fixed inset-x-0 top-0 z-50 h-1 print:absolute",
        environment === "production" ? "env-production" : "env-sandbox",
      )}
    />
  );
}

/**
 * The frame of every page that needs a sign-in: the environment's strip, the top bar and the rail. On a narrow screen,
 * the rail is at the bottom.
 */
export function Shell({ environment, linked, session, waiting, lookup, tools, children }: ShellProps) {
  return (
    <>
      <KeepSwitchFocus />
      <SamePageHistory />
      <PageChange />
      {environment !== undefined && <Strip environment={environment} />}
      <header className="sticky top-0 z-30 flex h-13 items-center gap-4 border-line border-b bg-surface pt-1 pe-3 max-sm:gap-x-0.5 max-sm:ps-3 max-sm:pe-1.5 max-[22rem]:ps-1.5 max-[22rem]:pe-0 short:static print:static">
        <div className="flex w-18 shrink-0 justify-center max-sm:w-auto max-[27rem]:hidden" title={texts.product}>
          <Logo className="size-5 text-accent" />
          <span className="sr-only">{texts.product}</span>
        </div>
        <div className="contents print:hidden">{lookup}</div>
        <EnvironmentSwitch environment={environment} environments={session.environments} />
        {environment !== undefined && (
          <p className="hidden items-center gap-2 text-table print:flex">
            {texts.environment}: <EnvironmentBadge environment={environment} />
          </p>
        )}
        <div className="ms-auto flex min-w-0 max-sm:[&_.button]:px-1.5 items-center gap-2 max-sm:shrink-0 max-sm:gap-0 print:hidden">
          <HydratedPart>
            {tools}
            <PersonMenu staff={session.staff} waiting={waiting} />
          </HydratedPart>
        </div>
      </header>
      {linked !== undefined && (
        <HydratedPart>
          <Rail environment={linked} reader={session.staff} waiting={waiting} />
        </HydratedPart>
      )}
      <main id="content" tabIndex={-1} className="outline-none max-md:pb-16 short:pb-12 md:ps-18 print:p-0">
        {/* Not centred, so that titles and tabs have the same place on wide and on narrow pages. */}
        <div className="max-w-[90rem] has-data-wide:max-w-none px-6 py-5 max-sm:px-3 max-sm:py-4 print:px-0 print:py-4">
          {linked !== undefined && <PlaceTabs environment={linked} reader={session.staff} />}
          <PageQueryProvider>{children}</PageQueryProvider>
        </div>
      </main>
    </>
  );
}
