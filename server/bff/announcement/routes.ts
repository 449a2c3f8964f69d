import { randomUUID } from "node:crypto";
import { may } from "#lib/contract/access/permissions.ts";
import {
  type Announcement,
  type AnnouncementAnswer,
  announcementAnswerSchema,
  newAnnouncementSchema,
} from "#lib/contract/console/announcement.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { instant } from "#lib/format/instant.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { readPersonNames } from "#server/bff/core/person-names.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { StoredAnnouncement } from "#server/bff/store/announcement/announcements.ts";

const route = routeWith();

/**
 * The routes of the announcement. The console has at most one announcement, which is for one or all environments.
 * People who may use one of these environments see the announcement from its start to its end, or until they close it.
 * The preference `dismissedAnnouncement` has the ID of the announcement that the person has closed. Before the start
 * and after the end, only administrators see the announcement.
 */
export const announcementRoutes = [
  route({
    method: "GET",
    path: "/api/announcement",
    about: "The announcement that every page shows. Pages request this in the background.",
    policy: "viewer",
    input: {},
    answer: announcementAnswerSchema,
    countsAsActivity: false,
    async handler({ services, session }) {
      const { announcement, asOf } = await read(services);
      const { role, environments } = session.staff;
      const isFor = announcement?.isShown && announcement.environments.some((one) => environments.includes(one));
      const isRead = announcement && (isFor || may(role, "policy.manage"));
      return { ...(isRead && { announcement }), asOf };
    },
  }),
  route({
    method: "PUT",
    path: "/api/announcement",
    about: "Replaces the announcement. People who have closed the earlier one see the new one.",
    policy: "policy.manage",
    everyEnvironment: true,
    input: { body: newAnnouncementSchema },
    answer: announcementAnswerSchema,
    async handler(context, { body }) {
      const { services, session } = context;
      const nowMs = services.clock.now();
      const { from, until, ...content } = body;
      const endsAt = until === undefined ? null : Date.parse(until);
      if (endsAt !== null && endsAt <= nowMs) {
        throw new AppError("invalid_request", "The request is not valid.", {
          errors: [{ field: "until", message: "must be in the future" }],
        });
      }
      const { staffID, email } = session.staff;
      const stored: StoredAnnouncement = {
        announcementID: randomUUID(),
        content,
        startsAt: from === undefined ? null : Date.parse(from),
        endsAt,
        staffID,
        email,
        createdAt: nowMs,
      };
      await services.store.announcements.put(
        stored,
        ({ before, after }) => ({
          ...auditSource(context),
          action: "announcement.changed",
          outcome: "done",
          target: { kind: "announcement", id: stored.announcementID },
          ...(before && { before: loggedView(before) }),
          ...(after && { after: loggedView(after) }),
        }),
        nowMs,
      );
      return read(services);
    },
  }),
  route({
    method: "DELETE",
    path: "/api/announcement",
    about: "Removes the announcement from every page.",
    policy: "policy.manage",
    everyEnvironment: true,
    input: {},
    answer: "nothing",
    async handler(context) {
      const { services } = context;
      await services.store.announcements.remove(
        ({ before }) => ({
          ...auditSource(context),
          action: "announcement.removed",
          outcome: "done",
          target: { kind: "announcement", id: before?.announcementID ?? "" },
          ...(before && { before: loggedView(before) }),
        }),
        services.clock.now(),
      );
    },
  }),
] as const;

/** The announcement as the audit log shows it. */
const loggedView = ({ content, startsAt, endsAt }: StoredAnnouncement) => ({
  ...content,
  ...(startsAt !== null && { from: instant(startsAt) }),
  ...(endsAt !== null && { until: instant(endsAt) }),
});

async function read({ store, clock }: Pick<CoreServices, "store" | "clock">): Promise<AnnouncementAnswer> {
  const nowMs = clock.now();
  const stored = await store.announcements.read();
  if (!stored) return { asOf: instant(nowMs) };
  const { announcementID, startsAt, endsAt, staffID, email, createdAt } = stored;
  const named = await readPersonNames(store.staff, [staffID]);
  const announcement: Announcement = {
    announcementID,
    ...loggedView(stored),
    by: named({ staffID, email }),
    at: instant(createdAt),
    isShown: (startsAt === null || startsAt <= nowMs) && (endsAt === null || nowMs < endsAt),
  };
  return { announcement, asOf: instant(nowMs) };
}
