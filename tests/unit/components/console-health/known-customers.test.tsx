import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { KnownCustomers } from "#components/console-health/shared-tables.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { ConsoleHealth } from "#lib/contract/console/console-health.ts";
import type { FillingReport } from "#lib/contract/console/filling.ts";

const report: FillingReport = {
  environment: "production",
  state: "current",
  known: 0,
  incomplete: 0,
  callsLastHour: 0,
};

/** Returns the cells of the row that shows a report. */
function cellsOf(members: Partial<FillingReport>): string[] {
  const known = [{ ...report, ...members }];
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesProvider initial={{ showUTC: true }} initialTheme="system">
        <KnownCustomers status={{ known } as ConsoleHealth} />
      </PreferencesProvider>
    </QueryClientProvider>,
  );
  return [...markup.matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(([, cell = ""]) =>
    cell
      .replace(/<[^>]*>/g, " ")
      .replace(/\s+/g, " ")
      .trim(),
  );
}

test("the panel shows how many customers are known, since when each has been read, and what reading costs", () => {
  const cells = cellsOf({ known: 4_953, total: 5_000, oldestSeenAt: "2026-11-27T00:17:56Z", callsLastHour: 1_055 });
  expect(cells).toEqual(["Kept current", "4,953 of 5,000", "27 Nov 2026, 00:17", "1,055"]);
});

test("during the first read of all customers, the panel shows which part is read and which days were incomplete", () => {
  const [state] = cellsOf({ state: "filling", window: 2, windows: 7, incomplete: 1, known: 3 });
  expect(state).toBe("Reading all: part 2 of 7 1 part was incomplete");
});

test("an unknown oldest read is shown as not known, and as none if there are no customers", () => {
  expect(cellsOf({ state: "off", known: 160 })).toEqual(["Off", "160", "Not known", "0"]);
  expect(cellsOf({ state: "waiting" })).toEqual(["No replica reads them", "0", "None", "0"]);
});
