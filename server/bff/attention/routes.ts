import {
  attentionCountSchema,
  attentionItemAnswerSchema,
  attentionListSchema,
  attentionQuerySchema,
  handleItemSchema,
  namedItemSchema,
  snoozeItemSchema,
} from "#lib/contract/console/attention.ts";
import { routeWith } from "#server/bff/core/route.ts";
import type { AttentionServices } from "./attention-services.ts";
import { handleItem, reopenItem } from "./handle-item.ts";
import { countAttention, listAttention } from "./list-attention.ts";
import { endSnooze, snoozeItem } from "./snooze-item.ts";

const route = routeWith<AttentionServices>();

/**
 * The routes of items that need attention.
 *
 * A module adds its source (server/bff/core/attention-source.ts) in its module.ts. The registry (attention-registry.ts)
 * reads all sources and sorts the items by urgency. It adds postponements and excludes items that are marked as handled
 * (docs/decisions/0055-marked-as-handled.md). The attention page, the overview, the count in the navigation, the tray
 * and the notification endpoint use this registry. The count makes no call to the API. It uses the last answer about
 * each job.
 */
export const attentionRoutes = [
  // The attention page polls this route.
  route({
    method: "GET",
    path: "/api/attention",
    about: "A page of the items that need attention, most urgent first.",
    policy: "viewer",
    input: { query: attentionQuerySchema },
    answer: attentionListSchema,
    countsAsActivity: false,
    handler: (context, { query }) => listAttention({ context, input: query }),
  }),
  // Every page polls this route.
  route({
    method: "GET",
    path: "/api/attention/count",
    about:
      "The number of items that need attention, and of the person's unread notifications. Makes no call to the API.",
    policy: "viewer",
    input: {},
    answer: attentionCountSchema,
    countsAsActivity: false,
    handler: (context) => countAttention(context),
  }),
  route({
    method: "POST",
    path: "/api/attention/:id/snooze",
    about: "Postpones an item that needs attention.",
    policy: "attention.snooze",
    input: { body: snoozeItemSchema },
    answer: attentionItemAnswerSchema,
    errors: ["not_found"],
    handler: (context, { params, body }) => snoozeItem({ context, id: params.id, input: body }),
  }),
  route({
    method: "DELETE",
    path: "/api/attention/:id/snooze",
    about: "Ends the postponement of an item.",
    policy: "attention.snooze",
    input: { query: namedItemSchema },
    answer: "nothing",
    errors: ["not_found"],
    handler: (context, { params, query }) => endSnooze({ context, id: params.id, input: query }),
  }),
  route({
    method: "POST",
    path: "/api/attention/:id/handled",
    about: "Marks an item as handled.",
    policy: "attention.handle",
    input: { body: handleItemSchema },
    answer: attentionItemAnswerSchema,
    errors: ["needs_decision", "not_found"],
    handler: (context, { params, body }) => handleItem({ context, id: params.id, input: body }),
  }),
  route({
    method: "DELETE",
    path: "/api/attention/:id/handled",
    about: "Opens an item again that was marked as handled.",
    policy: "attention.handle",
    input: { query: namedItemSchema },
    answer: "nothing",
    errors: ["not_found"],
    handler: (context, { params, query }) => reopenItem({ context, id: params.id, input: query }),
  }),
] as const;
