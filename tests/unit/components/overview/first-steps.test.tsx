import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { FirstSteps } from "#components/overview/first-steps.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import { guidePage } from "#lib/guide-topics.ts";
import { pages } from "#lib/paths.ts";
import { firstStepsQueryOptions, type FirstSteps as Steps } from "#lib/query/console/first-steps.ts";

const none: Steps = { hasInvited: false, requiresSecondFactor: false, hasProvider: false };

/** Returns the list of first steps that a person sees after the server has sent these facts. */
function shown(steps: Steps | null, isHidden = false): string {
  const client = new QueryClient();
  if (steps) client.setQueryData(firstStepsQueryOptions().queryKey, steps);
  return renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PreferencesProvider initial={{ ...(isHidden && { firstStepsDismissed: true }) }} initialTheme="system">
        <FirstSteps />
      </PreferencesProvider>
    </QueryClientProvider>,
  );
}

const links = (markup: string) => [...markup.matchAll(/<a [^>]*href="([^"]*)"/g)].map(([, address]) => address);

const guide = guidePage("single-sign-on");

test("a new console names three steps, each with a link to its page, and the guide for the last one", () => {
  expect(links(shown(none))).toEqual([pages.staff(), pages.policy(), pages.policy(), guide]);
});

test("a finished step is no link any more", () => {
  expect(links(shown({ ...none, hasInvited: true }))).toEqual([pages.policy(), pages.policy(), guide]);
  expect(links(shown({ ...none, requiresSecondFactor: true, hasProvider: true }))).toEqual([pages.staff()]);
});

test.each<[string, Steps | null, boolean]>([
  ["when all steps are done", { hasInvited: true, requiresSecondFactor: true, hasProvider: true }, false],
  ["for a person who has hidden it", none, true],
  ["for a person to whom the server sends no steps", null, false],
])("the list disappears %s", (_, steps, isHidden) => {
  expect(shown(steps, isHidden)).toBe("");
});
