import type { OpenAPIHono } from "@hono/zod-openapi";
import type { ServiceContext } from "./answer-errors.ts";
import { documentedChoices, operationChoices } from "./our-choices.ts";
import { sandboxValues } from "./sandbox-values.ts";

type Document = ReturnType<OpenAPIHono["getOpenAPI31Document"]>;
type PathItem = NonNullable<Document["paths"]>[string];
type Operation = NonNullable<PathItem["get"]>;
type Answer = Exclude<NonNullable<Operation["responses"]>[string], { $ref: string }>;

const methods = ["get", "post", "put", "patch", "delete"] as const;

const listOf = (sentences: readonly string[]) => sentences.map((sentence) => `- ${sentence}`).join("\n");

const ours = "**Our choice, not the specification's:**";

function introduction(): string {
  return `The Partner Provisioning API, whole: customers with their contracts, activities, jobs, webhooks and numbers, in two environments of the same shape.

Get a token with \`POST /auth\` and send it as \`Authorization: Bearer <access_token>\` with every other request, below the same prefix that issued it. Creating a customer is asynchronous: follow its job, do not send it again.

Where the specification is silent, this service had to choose. Every such choice is named as ours, here and at each operation.

${ours}

${listOf(documentedChoices)}

## Sandbox values

Like a payment provider's test cards, and in the sandbox only (our choice as well):

${listOf(sandboxValues.map(({ value, effect }) => `${value}: ${effect}`))}`;
}

const messageContent = { "application/json": { schema: { $ref: "#/components/schemas/Message" } } };

/** The responses that a client may get before its request reaches an operation. */
function sharedAnswers(needsToken: boolean): Record<string, Answer> {
  return {
    ...(needsToken
      ? {
          401: {
            description: "The token is missing, invalid, expired or of the other environment",
            content: messageContent,
          },
        }
      : {}),
    414: { description: "The URL is too long (our choice)", content: messageContent },
    429: { description: "The key's rate limit is reached (our choice)", content: messageContent },
    500: { description: "The service failed; its log has the reason under the request's ID", content: messageContent },
    503: { description: "The service is overloaded: nothing was done (our choice)", content: messageContent },
  };
}

const headerRefs = (names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

function headersOf(status: string): readonly string[] {
  if (status === "401") return ["X-Request-ID", "WWW-Authenticate"];
  if (status === "429" || status === "503") return ["X-Request-ID", "Retry-After"];
  return ["X-Request-ID"];
}

function completeAnswers(answers: Record<string, Answer>): Record<string, Answer> {
  const entries = Object.entries(answers).sort(([a], [b]) => Number(a) - Number(b));
  return Object.fromEntries(
    entries.map(([status, answer]) => [
      status,
      { ...answer, headers: { ...headerRefs(headersOf(status)), ...answer.headers } },
    ]),
  );
}

/**
 * The ID of an operation, for example `getJobsJobID` for `GET /jobs/{jobID}`. Generated clients use it as a name, so it
 * must stay the same.
 */
function operationID(method: string, path: string): string {
  const words = path.match(/\w+/g) ?? [];
  return method + words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("");
}

function completeOperation(method: string, path: string, operation: Operation): Operation {
  const { choices = [] } =
    operationChoices.find((entry) => entry.operation === `${method.toUpperCase()} ${path}`) ?? {};
  const parts = [operation.description, choices.length > 0 ? `${ours}\n\n${listOf(choices)}` : undefined];
  const description = parts.filter((part) => part !== undefined).join("\n\n");
  return {
    operationId: operationID(method, path),
    tags: [path.split("/")[1] ?? ""],
    ...operation,
    ...(description === "" ? {} : { description }),
    responses: completeAnswers({
      ...sharedAnswers(operation.security !== undefined),
      ...(operation.responses as Record<string, Answer>),
    }),
  };
}

/** Adds the shared responses and the ID to each operation of a path. */
function completePath(path: string, item: PathItem): PathItem {
  const completed = { ...item };
  for (const method of methods) {
    const operation = item[method];
    if (operation) completed[method] = completeOperation(method, path, operation);
  }
  return completed;
}

/** Describes `/health`. This path belongs to no environment, and has no rate limit and no prefix. */
function describeOutside(router: OpenAPIHono<ServiceContext>, info: Document["info"]): Record<string, PathItem> {
  const { paths = {} } = router.getOpenAPI31Document({ openapi: "3.1.0", info });
  return Object.fromEntries(
    Object.entries(paths).map(([path, item]) => {
      const get = item.get as Operation;
      const responses = completeAnswers(get.responses as Record<string, Answer>);
      return [
        path,
        {
          ...item,
          servers: [{ url: "/", description: "Outside of both environments" }],
          get: { ...get, operationId: operationID("get", path), tags: ["service"], responses },
        },
      ];
    }),
  );
}

/**
 * Generates the OpenAPI description from the same schemas that validate requests. Both environments have the same
 * paths, so `routes` contains the paths of only one. Responses that a client may get before its request reaches an
 * operation are added to each path.
 */
export function describeService(options: {
  routes: OpenAPIHono<ServiceContext>;
  outside: OpenAPIHono<ServiceContext>;
}): Document {
  const { routes, outside } = options;
  const info = { title: "Partner Provisioning API", version: "2", description: introduction() };
  const document = routes.getOpenAPI31Document({
    openapi: "3.1.0",
    info,
    servers: [
      { url: "/v2", description: "Production: production keys only" },
      { url: "/sandbox", description: "Sandbox: sandbox keys only, the same paths and shapes" },
    ],
  });
  const { webhooks: _none, ...rest } = document;
  const paths = Object.entries(document.paths ?? {}).map(([path, item]) => [path, completePath(path, item)] as const);
  return {
    ...rest,
    paths: { ...Object.fromEntries(paths), ...describeOutside(outside, info) },
    components: {
      ...document.components,
      securitySchemes: {
        Bearer: {
          type: "http",
          scheme: "bearer",
          bearerFormat: "JWT",
          description: "The `access_token` of `POST /auth`, below the prefix that issued it",
        },
      },
      headers: {
        "X-Request-ID": {
          description: "Names this request in the service's log (our choice)",
          required: true,
          schema: { type: "string" },
        },
        "Retry-After": {
          description: "Seconds to wait before the next attempt",
          schema: { type: "integer", minimum: 1 },
        },
        "WWW-Authenticate": {
          description: "Always `Bearer`",
          required: true,
          schema: { type: "string", enum: ["Bearer"] },
        },
      },
    },
  };
}
