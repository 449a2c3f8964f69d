import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AsOnAnswer } from "#components/customers/detail/history/as-on-answer.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { AsOn } from "#lib/contract/customers/customer-history.ts";
import { customerAsOnQueryOptions } from "#lib/query/customers/customer.ts";

const at = (minute: number) => `2026-11-24T10:${minute}:00.000Z`;

/** Returns the text that the page shows for the time 10:15. */
function shown(answer: AsOn["answer"], members: AsOn["members"]): string {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY } } });
  const { queryKey } = customerAsOnQueryOptions("sandbox", "c", at(15));
  client.setQueryData(queryKey, { states: [], total: 0, asOf: at(45), asOn: { at: at(15), answer, members } });
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PreferencesProvider initial={{ showUTC: true }} initialTheme="system">
        <AsOnAnswer environment="sandbox" customerID="c" at={at(15)} onRemove={() => {}} />
      </PreferencesProvider>
    </QueryClientProvider>,
  );
  return markup
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();
}

const plan = (before: string | undefined, after: string | undefined, answer: AsOn["answer"]): AsOn["members"][0] => ({
  member: "plan",
  answer,
  ...(before !== undefined && { before: { value: before, seenAt: at(10) } }),
  ...(after !== undefined && { after: { value: after, seenAt: at(20) } }),
});

test("a value that was the same before and after is shown once, with both read times", () => {
  const term = { ...plan("monthly", "monthly", "same"), member: "term" } as const;
  expect(shown("same", [plan("essential", "essential", "same"), term])).toBe(
    "24 Nov 2026, 10:15 : The same before and after this time " +
      "Last reading before: 24 Nov 2026, 10:10 First reading after: 24 Nov 2026, 10:20 Plan Essential Term Monthly",
  );
});

test("a value that changed in between is shown before and after, and no value is claimed for the time itself", () => {
  expect(shown("changed", [plan("essential", "professional", "changed")])).toMatch(
    /: Changed between the readings before and after this time .* Plan Essential → Professional$/,
  );
});

test("a value that was not read on one side of the time is shown as not known", () => {
  expect(shown("not-seen", [plan(undefined, "essential", "not-seen")])).toMatch(
    /: Not seen at this time No reading before First reading after: .*10:20 Plan not known, first seen as Essential$/,
  );
  expect(shown("not-seen", [plan("essential", undefined, "not-seen")])).toMatch(
    /Last reading before: .*10:10 No reading after Plan not known, last seen as Essential$/,
  );
});

test("values with different read times show their own times", () => {
  const users = { member: "usersCount", answer: "not-seen", after: { value: 5, seenAt: at(40) } } as const;
  expect(shown("not-seen", [plan("essential", "essential", "same"), users])).toMatch(
    /Plan Essential Last reading before: .*10:10 First reading after: .*10:20 Number of users not known, first seen as 5 No reading before First reading after: .*10:40$/,
  );
});
