import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { toAppError } from "#server/bff/core/answers/problem.ts";
import { reportError } from "#server/bff/core/log/report-error.ts";
import { liftStoreTime } from "#server/bff/core/page-context.ts";
import { boundedData, boundedText } from "./bounded-data.ts";
import type { AssistantContext } from "./call-route.ts";
import type { Tool } from "./tool.ts";

/** The member that every result can have in addition to those of its tool. */
export const resultMembers = {
  shortened: z.literal(true).optional().describe("Set if lists were shortened because the result was too large"),
};

/** Runs a tool. An error becomes a result that the assistant can read. */
export async function runTool(tool: Tool, context: AssistantContext, input: unknown): Promise<CallToolResult> {
  // The store's time limit does not apply to any change, because an aborted proposal would have an unknown result.
  if (tool.proposes) liftStoreTime();
  try {
    const result = await tool.run(context, input as never);
    const bounded = boundedData(result);
    if (!bounded) throw tooLarge();
    const value = tool.output.parse(bounded.value) as Record<string, unknown>;
    const structuredContent = { ...value, ...(bounded.isCut && { shortened: true }) };
    return { content: [{ type: "text", text: JSON.stringify(structuredContent) }], structuredContent };
  } catch (thrown) {
    const error = toAppError(thrown);
    reportError(context.services.log, error, { requestID: context.requestID, route: `tool ${tool.name}` });
    return { content: [{ type: "text", text: JSON.stringify(errorOf(error)) }], isError: true };
  }
}

const tooLarge = () =>
  new AppError("invalid_request", "The result is too large. Ask for fewer rows, or for one record.");

/** An error in the form that an assistant reads. Messages can contain text of the API, so they are bounded. */
function errorOf({ code, message, errors, retryAt, operation, plannedChangeID }: AppError) {
  return {
    error: {
      code,
      detail: boundedText(message),
      ...(errors.length > 0 && {
        errors: errors.slice(0, 20).map(({ field, message: detail }) => ({
          ...(field !== undefined && { field: boundedText(field, 100) }),
          message: boundedText(detail, 300),
        })),
      }),
      ...(retryAt !== undefined && { retryAt }),
      ...(operation && { operationID: operation.operationID }),
      ...(plannedChangeID !== undefined && { plannedChangeID }),
    },
  };
}
