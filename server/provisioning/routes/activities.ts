import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { activityDirections, activityTypes } from "#server/provisioning/store/resources/activity-store.ts";
import { refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { listActivities } from "../services/list-activities.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { commonAnswers, envelope, json, notFoundAnswer, pathID, upstreamAnswers } from "./answers.ts";
import { oneOf, pageParameters, timeSpan } from "./parameters.ts";

const querySchema = z
  .strictObject({
    ...pageParameters,
    datefrom: timeSpan
      .optional()
      .openapi({ type: "string", description: "At this date or later. Left out: from the beginning" }),
    dateto: timeSpan
      .optional()
      .openapi({ type: "string", description: "At this date or earlier, the whole UTC day of it" }),
    type: oneOf(activityTypes)
      .optional()
      .openapi({ type: "string", enum: [...activityTypes] }),
    direction: oneOf(activityDirections)
      .optional()
      .openapi({ type: "string", enum: [...activityDirections] }),
  })
  .refine(({ datefrom, dateto }) => !datefrom || !dateto || datefrom.firstMs <= dateto.lastMs, {
    path: ["dateto"],
    error: "must not be before datefrom",
  });

const activitySchema = z
  .object({
    activityID: z.uuid(),
    type: z.enum(activityTypes),
    direction: z.enum(activityDirections),
    from: z.string().openapi({ description: "A number, an extension, or who did it" }),
    to: z.string().openapi({ description: "A number, an extension, or what was done to" }),
    at: z.iso.datetime(),
    durationSeconds: z.int(),
    description: z.string().optional().openapi({ description: "What was done; on provisioning activities only" }),
  })
  .openapi("Activity", {
    example: {
      activityID: "c4a2e1d0-5f67-4b89-a012-3d4e5f607182",
      type: "call",
      direction: "inbound",
      from: "+442079460123",
      to: "+493023125042",
      at: "2026-11-20T10:15:00.000Z",
      durationSeconds: 184,
    },
  });

/** `GET /customers/{customerID}/activities` (specification, section 4.5). */
const getActivities = createRoute({
  method: "get",
  path: "/customers/{customerID}/activities",
  summary: "List a customer's activities",
  security: [{ Bearer: [] }],
  request: { params: z.object({ customerID: pathID("customerID") }), query: querySchema },
  responses: {
    200: {
      content: json(envelope("activities", activitySchema).openapi("ActivityList")),
      description: "A page of activities, the newest first",
    },
    ...commonAnswers,
    ...notFoundAnswer,
    ...upstreamAnswers,
  },
});

export function createActivityRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getActivities, async (c) => {
    const { customerID } = c.req.valid("param");
    return c.json(await listActivities({ context, customerID, input: c.req.valid("query") }), 200);
  });
  return router;
}
