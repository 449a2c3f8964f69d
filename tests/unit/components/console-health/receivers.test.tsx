import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Receivers } from "#components/console-health/receivers.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";

const health: ConsoleHealth = {
  asOf: "2026-11-27T11:00:05Z",
  replicas: [],
  store: { kind: "sqlite", migrations: 3, pendingMigrations: [], unknownMigrations: [] },
  known: [],
  work: [],
  maintenance: [],
};

test("the card names each configured receiver and has a button, and names the missing variable of the others", () => {
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesProvider initial={{}} initialTheme="system">
        <Receivers status={{ ...health, auditPush: { receiver: "https://collector.example", waiting: 2 } }} />
      </PreferencesProvider>
    </QueryClientProvider>,
  );
  expect(markup).toContain("https://collector.example · 2 events wait");
  expect(markup).toContain("Not configured: NOTIFICATION_URL is not set.");
  expect(markup.match(/<button/g)).toHaveLength(1);
});
