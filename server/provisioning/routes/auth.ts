import { createRoute, OpenAPIHono, z } from "@hono/zod-openapi";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import { messageSchema, messagesSchema, refuseInvalid, type ServiceContext } from "../answer-errors.ts";
import type { Tokens } from "../auth.ts";
import { boundedBody } from "../bounded-body.ts";
import type { RateLimit } from "../rate-limit.ts";
import { json } from "./answers.ts";

const credentialsSchema = z
  .object(
    {
      keyID: z.guid({ error: "must be a UUID" }),
      secret: z.string({ error: "must be text" }).min(1, { error: "must not be empty" }),
    },
    { error: "must be a JSON object with keyID and secret" },
  )
  .openapi("Credentials", {
    example: { keyID: "5e4b1a70-0000-4000-8000-000000000001", secret: "demo-production-secret" },
  });

const tokenSchema = z
  .object({
    access_token: z.string().openapi({ description: "A JWT: send it as Authorization: Bearer <access_token>" }),
    token_type: z.literal("Bearer"),
    expires_in: z.int().openapi({ description: "Lifetime in seconds" }),
  })
  .openapi("Token", {
    example: { access_token: "eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.e30.c2ln", token_type: "Bearer", expires_in: 900 },
  });

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
    429: { content: json(messageSchema), description: "Too many tokens were issued, or too many attempts refused" },
  },
});

/**
 * Creates `POST /auth`, the only path of an environment that needs no token. Issued tokens and refused attempts are
 * counted separately. So a person who guesses secrets cannot use up the limit of the key's owner.
 */
export function createAuthRoutes({ tokens, limit }: { tokens: Tokens; limit: RateLimit }) {
  const router = new OpenAPIHono<ServiceContext>({ defaultHook: refuseInvalid });
  router.openapi(issueToken, async (c) => {
    const issued = await tokens.issue(c.req.valid("json")).catch((error: unknown) => {
      if (isAppError(error) && error.code === "invalid_request") return error;
      throw error;
    });
    const isRefused = "code" in issued;
    const refusal = await limit.count(isRefused ? "refused attempts" : "issued tokens");
    if (refusal) return refusal(c);
    if (isRefused) throw issued;
    return c.json(issued, 200);
  });
  // All other methods count as not found here, and the app then answers 405. They are registered here, because the
  // check of the token would otherwise answer 401 first.
  router.all("/auth", (c) => c.notFound());
  return router;
}
