import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { messageSchema, messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import type { Tokens } from "../auth.ts";
import { boundedBody } from "../bounded-body.ts";

const credentialsSchema = z
  .object(
    {
      keyID: z.guid({ error: "must be a UUID" }),
      secret: z.string({ error: "must be text" }).min(1, { error: "must not be empty" }),
    },
    { error: "must be a JSON object with keyID and secret" },
  )
  .openapi("Credentials");

const tokenSchema = z
  .object({
    access_token: z.string().openapi({ description: "A JWT: send it as Authorization: Bearer <access_token>" }),
    token_type: z.literal("Bearer"),
    expires_in: z.int().openapi({ description: "Lifetime in seconds" }),
  })
  .openapi("Token");

const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** `POST /auth` (specification, section 4.1). */
const issueToken = createRoute({
  method: "post",
  path: "/auth",
  summary: "Exchange a key for a token",
  middleware: boundedBody,
  request: { body: { content: json(credentialsSchema), required: true } },
  responses: {
    200: { content: json(tokenSchema), description: "A token of this environment" },
    400: { content: json(messagesSchema), description: "The body is not valid, or not a key of this environment" },
    413: { content: json(messageSchema), description: "The body is too large" },
  },
});

/** The one path that needs no token. */
export function createAuthRoutes(tokens: Tokens) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(issueToken, async (c) => c.json(await tokens.issue(c.req.valid("json")), 200));
  // Any other method of this path is refused as such, rather than asked for a token first.
  router.all("/auth", (c) => c.notFound());
  return router;
}
