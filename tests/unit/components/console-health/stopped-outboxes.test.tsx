import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { StoppedOutboxes } from "#components/console-health/stopped-outboxes.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";

const status: ConsoleHealth = {
  asOf: "2026-11-22T11:00:05Z",
  replicas: [],
  store: { kind: "sqlite", migrations: 3, pendingMigrations: [], unknownMigrations: [] },
  known: [],
  work: [],
  maintenance: [],
};

const shown = (changes: Partial<ConsoleHealth>) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesProvider initial={{}} initialTheme="system">
        <StoppedOutboxes status={{ ...status, ...changes }} />
      </PreferencesProvider>
    </QueryClientProvider>,
  );

test("an outbox that a restore has stopped offers both ways to continue, and shows how many events wait", () => {
  const markup = shown({
    auditPush: { receiver: "https://collector.example", waiting: 3, stoppedAt: "2026-11-22T10:59:00Z" },
    notifications: { receiver: "https://collector.example", waiting: 1, givenUp: 0 },
  });
  const labels = [...markup.matchAll(/<button[^>]*aria-label="([^"]*)"/g)].map(([, label]) => label);
  expect(labels).toEqual(["Release: Audit push", "Empty: Audit push"]);
  expect(markup).toContain("3 events wait");
});

test("nothing is shown if no outbox is stopped", () => {
  expect(shown({ auditPush: { receiver: "https://collector.example", waiting: 3 } })).toBe("");
});
