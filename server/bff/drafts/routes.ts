import { type Draft, draftAnswerSchema, draftKeptMs, maxDraftBytes, newDraftSchema } from "#lib/contract/draft.ts";
import { instant } from "#lib/format/instant.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { StoredDraft } from "#server/bff/store/drafts.ts";

const route = routeWith();

function draftAsSeen(key: string, { content, updatedAt }: StoredDraft): Draft {
  return { key, content, updatedAt: instant(updatedAt), expiresAt: instant(updatedAt + draftKeptMs) };
}

/**
 * The routes of a person's own drafts. Nobody can read another person's drafts. A draft is text that a person has typed
 * but not sent. The store keeps a draft for seven days, so that the person sees it in every browser.
 */
export const draftRoutes = [
  route({
    method: "GET",
    path: "/api/me/drafts/:key",
    about: "A draft that the person has typed and not sent.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: draftAnswerSchema,
    handler: async ({ session, services }, { params: { key } }) => {
      const draft = await services.store.drafts.find(session.staff.staffID, key, services.clock.now());
      return { draft: draft && draftAsSeen(key, draft) };
    },
  }),
  // Forms save drafts while a person types, so these requests do not count toward the person's limit of changes.
  route({
    method: "PUT",
    path: "/api/me/drafts/:key",
    about: "Stores a draft for seven days.",
    policy: "viewer",
    peopleOnly: true,
    input: { body: newDraftSchema },
    answer: draftAnswerSchema,
    maxBodyBytes: maxDraftBytes,
    countsAsWrite: false,
    handler: async ({ session, services }, { params: { key }, body: { content } }) => {
      const nowMs = services.clock.now();
      await services.store.drafts.put(session.staff.staffID, key, content, nowMs);
      return { draft: draftAsSeen(key, { content, updatedAt: nowMs }) };
    },
  }),
  route({
    method: "DELETE",
    path: "/api/me/drafts/:key",
    about: "Deletes a draft.",
    policy: "viewer",
    peopleOnly: true,
    input: {},
    answer: "nothing",
    countsAsWrite: false,
    handler: ({ session, services }, { params: { key } }) => services.store.drafts.remove(session.staff.staffID, key),
  }),
] as const;
