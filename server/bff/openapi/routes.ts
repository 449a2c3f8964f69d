import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { referenceListSchema, referenceOperationSchema } from "#lib/contract/console/api-reference.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import { textAnswer } from "#server/bff/core/answers/text-answer.ts";
import type { CoreServices } from "#server/bff/core/core-services.ts";
import { routeWith } from "#server/bff/core/route.ts";
import { createReference, type Reference } from "./reference.ts";

export interface OpenApiServices extends CoreServices {
  /** The folder of the program. */
  root: string;
}

const route = routeWith<OpenApiServices>();

const readDocument = (root: string) => readFile(join(root, "server/bff/openapi/openapi.json"), "utf8");

/** The reference of this process. The document does not change while the process runs. */
let kept: Promise<Reference> | undefined;

function referenceOf(root: string): Promise<Reference> {
  kept ??= readDocument(root).then((text) => createReference(JSON.parse(text)));
  // The next request reads the file again if it could not be read.
  kept.catch(() => {
    kept = undefined;
  });
  return kept;
}

/**
 * The OpenAPI document of the console's own API.
 *
 * `npm run openapi` makes the document (build-document.ts) from the route table, the schemas of lib/contract and the
 * answers in examples.json. The tests compare every answer with the document (docs/decisions/0060-api-document.md). The
 * page "API reference" gets one route at a time (reference.ts), because the whole document is large.
 */
export const openApiRoutes = [
  route({
    method: "GET",
    path: "/api/openapi.json",
    about: "This document: every route of the console's own API.",
    policy: "viewer",
    input: {},
    answer: { file: { "application/json": "An OpenAPI 3.1 document." } },
    handler: async ({ services }) => textAnswer("application/json; charset=utf-8", await readDocument(services.root)),
  }),
  route({
    method: "GET",
    path: "/api/reference",
    about: "The list of all routes by subject, as the page API reference shows it.",
    policy: "viewer",
    input: {},
    answer: referenceListSchema,
    handler: async ({ services }) => (await referenceOf(services.root)).list,
  }),
  route({
    method: "GET",
    path: "/api/reference/:operationID",
    about:
      "One route: who may use it, its input, its answer and its errors. The members of all objects are included, so no other part of the document is needed.",
    policy: "viewer",
    input: {},
    answer: referenceOperationSchema,
    errors: ["not_found"],
    async handler({ services }, { params: { operationID } }) {
      const found = (await referenceOf(services.root)).find(operationID);
      if (!found) throw new AppError("not_found", "No route has this ID. The list of all routes has the valid IDs.");
      return found;
    },
  }),
] as const;
