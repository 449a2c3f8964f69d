import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { textAnswer } from "#server/bff/core/answers/text-answer.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { routeWith } from "#server/bff/core/route.ts";

export interface OpenApiServices extends CoreServices {
  /** The folder of the program. */
  root: string;
}

const route = routeWith<OpenApiServices>();

/**
 * The OpenAPI document of the console's own API.
 *
 * `npm run openapi` makes the document (build-document.ts) from the route table, the schemas of lib/contract and the
 * answers in examples.json. The tests compare every answer with the document (docs/decisions/0060-api-document.md).
 */
export const openApiRoutes = [
  route({
    method: "GET",
    path: "/api/openapi.json",
    about: "This document: every route of the console's own API.",
    policy: "viewer",
    input: {},
    answer: { file: ["application/json"] },
    handler: async ({ services }) =>
      textAnswer(
        "application/json; charset=utf-8",
        await readFile(join(services.root, "server/bff/openapi/openapi.json"), "utf8"),
      ),
  }),
] as const;
