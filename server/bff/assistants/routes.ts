import { assistantMessageSchema } from "#lib/contract/console/assistant-message.ts";
import { textAnswer } from "#server/bff/core/answers/text-answer.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { answerAudited } from "./answer-message.ts";
import type { AssistantServices } from "./assistant-services.ts";

const route = routeWith<AssistantServices>();

/**
 * The route of assistants: the Model Context Protocol over Streamable HTTP, without sessions. Each request has one
 * message and gets one JSON answer. `GET` and `DELETE` answer 405.
 *
 * A tool calls the routes of other modules through the pipeline (call-route.ts). No tool sends anything to the API
 * (docs/decisions/0068-assistants-propose.md).
 */
export const assistantRoutes = [
  route({
    method: "POST",
    path: "/api/mcp",
    about:
      "Answers a message of an assistant (Model Context Protocol). Needs the key of an API client that is allowed for assistants. Takes no cookie.",
    policy: "viewer",
    forAssistants: true,
    // Calls of tools count as requests of the client. They change nothing, so they do not count as changes.
    countsAsWrite: false,
    input: { body: assistantMessageSchema },
    answer: { file: { "application/json": "A message of JSON-RPC 2.0, as the Model Context Protocol describes it." } },
    statuses: [200, 202, 400, 404, 406, 500],
    async handler(context, { body }) {
      const { status, text } = await answerAudited(context, body);
      context.answerWith(status);
      return textAnswer("application/json; charset=utf-8", text);
    },
  }),
] as const;
