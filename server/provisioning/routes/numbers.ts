import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import { listNumbers } from "../services/list-numbers.ts";
import type { ResourceContext } from "../services/resource-context.ts";
import { commonAnswers, envelope, json } from "./answers.ts";
import { pageParameters } from "./parameters.ts";

const numberSchema = z
  .object({
    number: z.string().openapi({ description: "In E.164", example: "+493023125042" }),
    customerID: z.uuid(),
    created: z.iso.datetime(),
  })
  .openapi("Number");

/** `GET /numbers` (specification, section 4.9). The specification does not define the path. */
const getNumbers = createRoute({
  method: "get",
  path: "/numbers",
  summary: "List numbers",
  security: [{ Bearer: [] }],
  request: { query: z.strictObject(pageParameters) },
  responses: {
    200: {
      content: json(envelope("numbers", numberSchema).openapi("NumberList")),
      description: "A page of numbers, the newest first",
    },
    ...commonAnswers,
  },
});

export function createNumberRoutes(context: ResourceContext) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(getNumbers, async (c) => c.json(await listNumbers({ context, input: c.req.valid("query") }), 200));
  return router;
}
