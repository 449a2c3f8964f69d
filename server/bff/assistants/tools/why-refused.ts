import { z } from "zod";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { whyRefused } from "#lib/why-not/why-refused.ts";
import { callRoute } from "#server/bff/assistants/call-route.ts";
import { defineTool, environmentInput, sourceSchema } from "#server/bff/assistants/tool.ts";

export const whyRefusedTool = defineTool({
  name: "why_was_this_refused",
  title: "Why an operation was refused",
  about:
    "Reads one operation by its ID and says why it was refused, failed, or has an unknown outcome. problem.errors names the fields. refusedBy says whether the API or Switchboard refused it.",
  input: z.strictObject({
    environment: environmentInput,
    operationID: resourceIDSchema.describe("The ID of the operation"),
  }),
  output: z.object({
    source: sourceSchema,
    operation: operationSchema,
    /** Who refused it: the API, or Switchboard before anything was sent. Absent if it was not refused. */
    refusedBy: sourceSchema.optional(),
    /** The known cause, and the page of Switchboard where a person can remove it. */
    cause: z.object({ cause: z.string(), page: z.string() }).optional(),
    /** Later operations that repeat the values of this one. */
    repeats: z.array(z.object({ operationID: z.string(), createdAt: z.string() })).optional(),
    asOf: z.string(),
  }),
  async run(context, { environment, operationID }) {
    const path = "GET /api/:environment/operations/:operationID";
    const { operation, repeats, asOf } = await callRoute(context, path, { params: { environment, operationID } });
    const { problem } = operation;
    const refusal = problem && whyRefused(environment, problem, context.session.staff.environments);
    return {
      source: "console" as const,
      operation,
      ...(problem && { refusedBy: problem.upstreamStatus === undefined ? ("console" as const) : ("api" as const) }),
      ...(refusal && { cause: { cause: refusal.cause, page: refusal.href } }),
      ...(repeats && { repeats }),
      asOf,
    };
  },
});
