import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AllCustomers } from "#components/overview/all-customers.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { CountedCustomers } from "#lib/contract/console/overview.ts";

const counted: CountedCustomers = {
  at: "2026-11-27T12:00:00.000Z",
  known: 2_460,
  customers: 2_438,
  users: 57_346,
  withUsers: 2_438,
  plans: [{ value: "essential", count: 2_438 }],
  terms: [{ value: "monthly", count: 2_438 }],
};

/** Returns the panel that a person sees if the API has `total` customers. */
function shown(total: number | undefined): string {
  const now = total === undefined ? counted : { ...counted, total };
  const answer = { asOf: counted.at, coverage: { looked: 0, total: 0 }, now, weeks: [] };
  return renderToStaticMarkup(
    <PreferencesProvider initial={{}} initialTheme="system">
      <AllCustomers answer={answer} />
    </PreferencesProvider>,
  );
}

test("a count of a part of the customers says so beside the figure", () => {
  expect(shown(5_000)).toContain("Only 2,460 of 5,000 are read");
});

test.each([2_460, undefined])("with a total of %s, the count is not called a part", (total) => {
  expect(shown(total)).not.toContain("Only");
});
