import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime.js";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ProblemPanel } from "#components/ui/panel/problem-panel.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Role, Session } from "#lib/contract/console/session.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";

const retryAt = "2026-11-22T10:31:00.000Z";

/** Returns the text of a page in the sandbox for a person with this role, without its markup. */
function shown(role: Role, content: ReactNode): string {
  const session = {
    staff: { staffID: "1", email: "a@b.example", role },
    environments: ["sandbox"],
  } as unknown as Session;
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PathParamsContext value={{ environment: "sandbox" }}>
        <PreferencesProvider initial={{}} initialTheme="system">
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
] as const)("a %s with a time says until when, and an administrator may check at once", (code, words) => {
  expect(shown("viewer", panel(code, retryAt))).toMatch(new RegExp(`${words} .*10:31`));
  expect(shown("viewer", panel(code, retryAt))).not.toContain("Check now");
  expect(shown("administrator", panel(code, retryAt))).toContain("Check now");
});

test("a problem without a pause offers no check", () => {
  expect(shown("administrator", panel("upstream_failed"))).not.toMatch(/paused|Check now/);
});
