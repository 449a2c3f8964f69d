import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime.js";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { OutageNotice } from "#components/ui/panel/outage-notice.tsx";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { ApiStatus } from "#lib/contract/api-status.ts";
import type { Role, Session } from "#lib/contract/console/session.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { apiStatusQueryOptions } from "#lib/query/api-status.ts";

const retryAt = "2026-11-22T10:31:00.000Z";

/** Returns the text of a page in the sandbox for a person with this role, without its markup. */
function shown(role: Role, content: ReactNode, client = new QueryClient()): string {
  const session = {
    staff: { staffID: "1", email: "a@b.example", role },
    environments: ["sandbox"],
  } as unknown as Session;
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <PathParamsContext value={{ environment: "sandbox" }}>
        <PreferencesProvider initial={{ showUTC: true }} initialTheme="system">
          <SessionProvider session={session}>{content}</SessionProvider>
        </PreferencesProvider>
      </PathParamsContext>
    </QueryClientProvider>,
  );
  return markup.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
}

const panel = (code: ErrorCode, time?: string) => (
  <ProblemPanel
    problem={{ code, detail: "Detail.", errors: [], ...(time && { retryAt: time }) }}
    onRetry={() => {}}
    signInHref="/sign-in"
  />
);

test.each([
  ["upstream_rate_limited", "Requests are paused until"],
  ["upstream_paused", "Requests are paused until"],
  ["upstream_failed", "These requests are paused until"],
] as const)("a %s with a time shows until when it lasts, and an administrator may check at once", (code, words) => {
  expect(shown("viewer", panel(code, retryAt))).toMatch(new RegExp(`${words} .*10:31`));
  expect(shown("viewer", panel(code, retryAt))).not.toContain("Check now");
  expect(shown("administrator", panel(code, retryAt))).toContain("Check now");
});

test.each([
  ["available", "The API has not sent newer data.", false],
  ["down", "The API is not responding.", true],
  ["probing", "The API is not responding.", true],
  ["paused", "Requests to the API are paused.", true],
  ["key_refused", "The API does not accept Switchboard's key.", true],
] as const)(
  "the banner of a page with earlier data gives the reason while the API is %s, and says whether anything can be sent",
  (availability, reason, isHeld) => {
    const client = new QueryClient();
    const { queryKey } = apiStatusQueryOptions("sandbox");
    client.setQueryData(queryKey, { availability, retryAt: "2100-01-01T10:31:00.000Z" } as ApiStatus);
    const stale = { asOf: "2026-11-22T10:02:00.000Z", stale: true, retryAt } as const;
    const text = shown("administrator", <OutageNotice environment="sandbox" stale={stale} />, client);
    expect(text).toContain(reason.replaceAll("'", "&#x27;"));
    expect(text).toMatch(/This page shows what was read at 22 Nov 2026, 10:02 or later\./);
    expect(text.includes("Nothing can be sent now.")).toBe(isHeld);
    expect(text).toMatch(/Next try 10:31:00 \. .*Check now/);
  },
);

test("a problem without a pause offers no check", () => {
  expect(shown("administrator", panel("upstream_failed"))).not.toMatch(/paused|Check now/);
});
