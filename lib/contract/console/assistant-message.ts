import { z } from "zod";
import "#lib/contract/plain-messages.ts";

/**
 * The body of `POST /api/mcp`: one message of the Model Context Protocol (JSON-RPC 2.0). Several messages in one body
 * are refused, as the protocol says. Answers to requests of the server are refused too, because it sends none.
 */
export const assistantMessageSchema = z.looseObject({
  jsonrpc: z.literal("2.0", { error: "must be 2.0" }),
  id: z.union([z.string().max(200), z.number()], { error: "must be a text or a number" }).optional(),
  method: z.string({ error: "must be the name of a method" }).max(200, { error: "must be 200 characters or less" }),
  params: z.record(z.string(), z.unknown(), { error: "must be an object" }).optional(),
});
