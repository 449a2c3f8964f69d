import { meSchema, preferencesAnswerSchema, preferencesChangeSchema } from "#lib/contract/console/preferences.ts";
import { sessionView } from "#server/bff/access/sessions/session-view.ts";
import { routeWith } from "#server/bff/core/route.ts";

const route = routeWith();

/**
 * The routes of a person's own preferences, such as time zone, columns and default view. The preferences are stored, so
 * that a person has them in every browser (lib/contract/console/preferences.ts). The root layout reads the preferences,
 * so the first HTML already uses them. `usePreferences()` in components/ui/preferences/preferences.tsx reads and
 * changes them. Only the theme is stored in the browser.
 */
export const preferenceRoutes = [
  route({
    method: "GET",
    path: "/api/me",
    about: "The signed-in person and their preferences.",
    policy: "viewer",
    // Allowed before the second factor, because every page needs the preferences.
    beforeSecondFactor: true,
    peopleOnly: true,
    input: {},
    answer: meSchema,
    countsAsActivity: false,
    handler: async ({ session, services }) => ({
      staff: (await sessionView(session, services)).staff,
      preferences: session.preferences ?? (await services.store.preferences.find(session.staff.staffID)),
    }),
  }),
  route({
    method: "PUT",
    path: "/api/me/preferences",
    about: "Changes the person's preferences. An absent member stays unchanged; null removes it.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: preferencesChangeSchema },
    answer: preferencesAnswerSchema,
    maxBodyBytes: 8_192,
    handler: async ({ session, services }, { body }) => ({
      preferences: await services.store.preferences.change(session.staff.staffID, body, services.clock.now()),
    }),
  }),
] as const;
