import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AnnouncementLine } from "#components/announcement/announcement-line.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import type { Announcement } from "#lib/contract/console/announcement.ts";
import type { Preferences } from "#lib/contract/console/preferences.ts";
import type { Environment } from "#lib/contract/environment.ts";

const announcement: Announcement = {
  announcementID: "a-1",
  text: "<b>Porting</b> tonight",
  level: "warning",
  environments: ["production"],
  link: { url: "https://status.example/port" },
  by: { staffID: "s1", email: "ada@test.example" },
  at: "2026-11-27T12:00:00.000Z",
  isShown: true,
};

const html = (
  change: Partial<Announcement> = {},
  { environment, preferences = {} }: { environment?: Environment; preferences?: Preferences } = {},
) =>
  renderToStaticMarkup(
    <QueryClientProvider client={new QueryClient()}>
      <PreferencesProvider initial={preferences} initialTheme="system">
        <AnnouncementLine
          environment={environment}
          initial={{ announcement: { ...announcement, ...change }, asOf: "2026-11-27T12:00:00.000Z" }}
        />
      </PreferencesProvider>
    </QueryClientProvider>,
  );

test("the server renders an announcement as text, with its level and a link that gives nothing away", () => {
  const shown = html({}, { environment: "production" });
  expect(shown).toContain("Warning:");
  expect(shown).toContain("&lt;b&gt;Porting&lt;/b&gt; tonight");
  expect(shown).toMatch(/<a href="https:\/\/status\.example\/port" target="_blank" rel="noopener noreferrer"/);
  expect(shown).toContain("status.example");
});

test("an announcement that is closed, not due or of another environment is not rendered", () => {
  expect(html({}, { preferences: { dismissedAnnouncement: "a-1" } })).toBe("");
  expect(html({}, { preferences: { dismissedAnnouncement: "a-0" } })).not.toBe("");
  expect(html({ isShown: false })).toBe("");
  expect(html({}, { environment: "sandbox" })).toBe("");
});
