import { z } from "@hono/zod-openapi";
import { messageSchema, messagesSchema } from "../answer-errors.ts";

export const json = <Schema extends z.ZodType>(schema: Schema) => ({ "application/json": { schema } });

/** The responses that every operation with a token may give. Operations have their own responses in addition. */
export const commonAnswers = {
  400: { content: json(messagesSchema), description: "The request is not valid" },
  401: { content: json(messageSchema), description: "The token is missing, invalid or has expired" },
};

export const notFoundAnswer = { 404: { content: json(messageSchema), description: "There is none with this ID" } };

/**
 * The responses for errors of internal services. The service returns the message of the internal service
 * (specification, section 7, rule 4).
 */
export const upstreamAnswers = {
  401: commonAnswers[401],
  403: { content: json(messageSchema), description: "An internal service does not permit this" },
  409: { content: json(messageSchema), description: "An internal service sees a conflict" },
  422: { content: json(messageSchema), description: "An internal service refused the values" },
  429: { content: json(messageSchema), description: "Too many requests; Retry-After says when to come again" },
  503: { content: json(messageSchema), description: "Not available for now; Retry-After says when to come again" },
};

const idError = "must be a UUID";

/** The ID of a resource in a path. It is a UUID, and letter case does not matter (specification, section 7, rule 2). */
export const pathID = (name: string) =>
  z
    .guid({ error: idError })
    .transform((text) => text.toLowerCase())
    .openapi({ type: "string", format: "uuid", param: { name, in: "path" } });

/** The schema for the envelope of a list (specification, section 2). */
export const envelope = <Item extends z.ZodType, const Name extends string>(name: Name, item: Item) =>
  z.object({ [name]: z.array(item), total: z.int(), limit: z.int(), offset: z.int() } as {
    [Key in Name]: z.ZodArray<Item>;
  } & { total: z.ZodInt; limit: z.ZodInt; offset: z.ZodInt });
