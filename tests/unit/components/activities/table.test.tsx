import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ActivitiesTable } from "#components/activities/table.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { Activity } from "#lib/contract/customers/activity.ts";

/** Returns the markup of the two parties of an activity, as the page shows them. */
function partiesOf(activity: Partial<Activity>): string[] {
  const html = renderToStaticMarkup(
    <PreferencesProvider initial={{ timeZone: "UTC" }} initialTheme="system">
      <ActivitiesTable activities={[{ raw: {}, ...activity }]} outdated={false} busy={false} />
    </PreferencesProvider>,
  );
  return [...html.matchAll(/<bdi title="([^"]*)"[^>]*>([^<]*)<\/bdi>/g)].map(
    ([, title, shown]) => `${shown} (${title})`,
  );
}

test("an activity shows each number in its national format, with the API's own spelling in the tooltip", () => {
  expect(
    partiesOf({
      from: "+49301000",
      fromFormatted: "+49 30 1000",
      to: "+442079460123",
      toFormatted: "+44 20 7946 0123",
    }),
  ).toEqual(["+49 30 1000 (+49301000)", "+44 20 7946 0123 (+442079460123)"]);
});

test("a party outside every numbering plan is shown as the API wrote it", () => {
  expect(partiesOf({ from: "sip:ada@example.org", to: "201" })).toEqual([
    "sip:ada@example.org (sip:ada@example.org)",
    "201 (201)",
  ]);
});
