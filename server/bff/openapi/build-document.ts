import { createHash } from "node:crypto";
import { z } from "zod";
import { operationProblemSchema } from "#lib/contract/operations/operation.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { environments } from "#lib/contract/values/environments.ts";
import { problemTitles } from "#server/bff/core/answers/problem.ts";
import { type FileContent, rolesOfPolicy } from "#server/bff/core/route.ts";
import { type DescribedRoute, errorsOfRoute } from "./errors-of-route.ts";
import { createAnswerSchemas, type DescribedContract, describeInput, type JsonSchema } from "./json-schemas.ts";
import { describeOpenMembers } from "./open-members.ts";
import { subjectNames, subjectOf } from "./subjects.ts";

/** For each route key, an answer that a test has received. */
export type Examples = Readonly<Record<string, unknown>>;

/** The OpenAPI document of the console's own API. */
export interface OpenApiDocument {
  openapi: "3.1.0";
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, unknown>>;
  [member: string]: unknown;
}

/** One route in the document. */
export interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  parameters?: (Parameter | { $ref: string })[];
  requestBody?: { required: boolean; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, Response | { $ref: string }>;
  [member: string]: unknown;
}

export interface Parameter {
  in: "path" | "query" | "header";
  name: string;
  required: boolean;
  schema: JsonSchema;
  [member: string]: unknown;
}

interface Response {
  description: string;
  /** The error codes of the response. */
  "x-codes"?: readonly string[];
  headers?: Record<string, unknown>;
  content?: Record<string, MediaType>;
}

interface MediaType {
  schema: JsonSchema;
  /** The schema of each line of a file of JSON lines. */
  "x-line"?: JsonSchema;
  /** The columns of a CSV file, in their order. */
  "x-columns"?: readonly string[];
  example?: unknown;
}

const requestID = { $ref: "#/components/headers/RequestID" };

/** Makes the document of all routes. `contract` has the schemas of lib/contract, `version` is the console's. */
export function buildDocument(
  routes: readonly DescribedRoute[],
  contract: DescribedContract,
  examples: Examples,
  version: string,
): OpenApiDocument {
  const answers = createAnswerSchemas(contract);
  const problem = answers.describe(operationProblemSchema);
  const responses = new Map<string, Response>();
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const path = route.path.replaceAll(/:(\w+)/g, "{$1}");
    const operation = operationOf(route, { answers, problem, examples, responses, contract });
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation };
  }
  describeOpenMembers(answers.components, routes, contract);
  const parameters = shareParameters(Object.values(paths).flatMap((operations) => Object.values(operations)));
  const tags = new Set(routes.map((route) => subjectOf(route.path)));
  return {
    openapi: "3.1.0",
    info: {
      title: "Switchboard",
      version,
      description:
        "The API of the Switchboard console. Send the key of an API client as a bearer token. A client has a role and environments, as a person has. Every response has the header X-Request-ID. Every error is a problem document (RFC 9457) with a code.",
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/", description: "The console that serves this document" }],
    security: [{ clientKey: [] }, { session: [] }],
    tags: subjectNames.filter((name) => tags.has(name)).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        clientKey: { type: "http", scheme: "bearer", description: "The key of an API client." },
        session: {
          type: "apiKey",
          in: "cookie",
          name: "__Host-switchboard",
          description:
            "The session of a person. On loopback without HTTPS, the cookie's name is `switchboard`, without the prefix.",
        },
      },
      headers: {
        RequestID: { description: "The ID of the request in the log.", schema: { type: "string" } },
        RetryAfter: {
          description: "The number of seconds after which a new attempt is useful, if it is known.",
          schema: { type: "string", pattern: "^\\d+$" },
        },
      },
      parameters: Object.fromEntries([...parameters].sort(([a], [b]) => (a < b ? -1 : 1))),
      responses: Object.fromEntries([...responses].sort(([a], [b]) => (a < b ? -1 : 1))),
      schemas: Object.fromEntries([...answers.components].sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  };
}

/** Four characters that stand for a text. They do not change as long as the text does not. */
const shortHash = (text: string) => createHash("sha256").update(text).digest("hex").slice(0, 4);

/**
 * Replaces each parameter that several routes have by a reference, and returns the shared parameters by name. Of
 * several parameters with one name, the most frequent one has the plain name.
 */
function shareParameters(operations: readonly Operation[]): Map<string, Parameter> {
  const counts = new Map<string, number>();
  const inline = operations.flatMap(({ parameters = [] }) => parameters.map((parameter) => JSON.stringify(parameter)));
  for (const text of inline) counts.set(text, (counts.get(text) ?? 0) + 1);
  const shared = new Map<string, Parameter>();
  const names = new Map<string, string>();
  for (const [text, count] of [...counts].sort(([, a], [, b]) => b - a)) {
    if (count === 1) break;
    const parameter = JSON.parse(text) as Parameter;
    const name = shared.has(parameter.name) ? `${parameter.name}-${shortHash(text)}` : parameter.name;
    names.set(text, name);
    shared.set(name, parameter);
  }
  for (const operation of operations) {
    if (!operation.parameters) continue;
    operation.parameters = operation.parameters.map((parameter) => {
      const name = names.get(JSON.stringify(parameter));
      return name === undefined ? parameter : { $ref: `#/components/parameters/${name}` };
    });
  }
  return shared;
}

interface Parts {
  contract: DescribedContract;
  answers: ReturnType<typeof createAnswerSchemas>;
  problem: JsonSchema;
  examples: Examples;
  /** The responses with errors, by name. Routes with the same errors share them. */
  responses: Map<string, Response>;
}

function operationOf(route: DescribedRoute, parts: Parts): Operation {
  const { method, path, policy, about } = route;
  const [title = about] = /^.*?\.(?= |$)/.exec(about) ?? [];
  const isOpen = policy === "anyone";
  const parameters = [...pathParameters(path), ...queryParameters(route, parts), ...headerParameters(route)];
  const requestBody = bodyOf(route, parts);
  const words = path.replace("/api/", "").split(/[^A-Za-z0-9]+/);
  return {
    operationId: [method.toLowerCase(), ...words.map((word) => word.charAt(0).toUpperCase() + word.slice(1))].join(""),
    summary: title.replace(/\.$/, ""),
    ...(title.length < about.length && { description: about }),
    tags: [subjectOf(path)],
    ...(isOpen && { security: [] }),
    ...(!isOpen && { "x-roles": [...rolesOfPolicy(policy)].sort((a, b) => roles.indexOf(a) - roles.indexOf(b)) }),
    ...(!isOpen && policy !== "viewer" && { "x-permission": policy }),
    ...((route.peopleOnly || route.dangerous) && { "x-people-only": true }),
    ...(route.dangerous && { "x-recent-proof": true }),
    ...(route.everyEnvironment && { "x-every-environment": true }),
    ...(method === "GET" && route.countsAsWrite && { "x-audited-read": true }),
    ...(parameters.length > 0 && { parameters }),
    ...(requestBody && { requestBody }),
    responses: responsesOf(route, parts),
  };
}

const pathParameters = (path: string): Parameter[] =>
  [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => ({
    in: "path",
    name,
    required: true,
    schema: name === "environment" ? { type: "string", enum: [...environments] } : { type: "string" },
  }));

/** The members of a query. A query that allows several combinations has all of their members. */
function queryParameters({ input: { query, repeated = [] } }: DescribedRoute, { contract }: Parts): Parameter[] {
  if (!query) return [];
  const described = describeInput(query, contract.comments.get(query)) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  if (!described.properties) throw new Error("A query must be an object");
  return Object.entries(described.properties).map(([name, { description, ...schema }]) => ({
    in: "query",
    name,
    ...(description !== undefined && { description }),
    required: described.required?.includes(name) ?? false,
    schema,
    ...(schema.type === "array" && { style: "form", explode: repeated.includes(name) }),
  }));
}

function headerParameters({ method, sentByServer, forAssistants, headers = {} }: DescribedRoute): Parameter[] {
  const own = Object.entries(headers).map(([name, schema]): Parameter => {
    return { in: "header", name, required: !schema.safeParse(undefined).success, schema: describeInput(schema) };
  });
  if (method === "GET" || sentByServer || forAssistants) return own;
  const description =
    "Needed with the cookie of a session. A request with the key of an API client needs no such header.";
  return [
    { in: "header", name: "X-Switchboard", required: false, schema: { type: "string", const: "1" }, description },
    ...own,
  ];
}

function bodyOf(
  { input: { body }, takesFile, sentByServer }: DescribedRoute,
  { contract }: Parts,
): Operation["requestBody"] {
  if (!body) return undefined;
  if (takesFile) return { required: true, content: { [takesFile]: { schema: { type: "string" } } } };
  const mediaType = sentByServer ? "application/x-www-form-urlencoded" : "application/json";
  return {
    required: !body.safeParse(undefined).success,
    content: { [mediaType]: { schema: describeInput(body, contract.comments.get(body)) } },
  };
}

function successes({ key, answer, statuses }: DescribedRoute, { answers, examples }: Parts): Record<string, Response> {
  if (answer === "nothing") {
    const status = statuses?.[0] ?? 204;
    const location = { description: "Where the browser continues.", schema: { type: "string" } };
    const headers = { "X-Request-ID": requestID, ...(status === 303 && { Location: location }) };
    return { [status]: { description: status === 303 ? "A redirect." : "Done. The response has no body.", headers } };
  }
  const example = examples[key];
  const content =
    "file" in answer
      ? Object.fromEntries(Object.entries(answer.file).map(([type, file]) => [type, fileContent(type, file, answers)]))
      : { "application/json": { schema: answers.describe(answer), ...(example !== undefined && { example }) } };
  const total = { description: "The expected number of rows, if it is known.", schema: { type: "string" } };
  const fileHeaders = "file" in answer && {
    ...("text/csv" in answer.file && { "X-Expected-Total": total }),
    ...(!("text/event-stream" in answer.file) && {
      "Content-Disposition": { description: "The name of the file, if it is a download.", schema: { type: "string" } },
    }),
  };
  const headers = { "X-Request-ID": requestID, ...fileHeaders };
  const codes = statuses ?? [200];
  return Object.fromEntries(codes.map((status) => [status, { description: successText(status), headers, content }]));
}

/**
 * The content of a file. OpenAPI 3.1 cannot describe a file of JSON lines, so the extension `x-line` has the schema of
 * a line. For the same reason `x-columns` has the columns of a CSV file.
 */
function fileContent(mediaType: string, file: FileContent, answers: Parts["answers"]): MediaType {
  if (typeof file === "string") {
    return { schema: { ...(mediaType !== "application/json" && { type: "string" }), description: file } };
  }
  if (!(file instanceof z.ZodType)) {
    const description = `A CSV file with these columns: ${file.join(", ")}.`;
    return { schema: { type: "string", description }, "x-columns": file };
  }
  const schema = answers.describe(file);
  if (mediaType === "application/json") return { schema };
  return { schema: { type: "string", description: "A JSON object in each line." }, "x-line": schema };
}

function successText(status: number): string {
  if (status === 201) return "Created.";
  return status === 202 ? "Accepted. The work has started and is not finished." : "Done.";
}

/**
 * The responses of a route by status. A status with an answer of the route and with errors has the content of both: the
 * protocol of assistants has errors of its own.
 */
function responsesOf(route: DescribedRoute, parts: Parts): Operation["responses"] {
  const answered = successes(route, parts);
  const described: Operation["responses"] = { ...answered };
  for (const [status, reference] of Object.entries(problems(route, parts))) {
    described[status] = reference;
    const name = reference.$ref.slice("#/components/responses/".length);
    const errors = parts.responses.get(name);
    const answer = answered[status];
    if (!answer || !errors) continue;
    parts.responses.set(`${name}-with-answer`, { ...errors, content: { ...answer.content, ...errors.content } });
    described[status] = { $ref: `${reference.$ref}-with-answer` };
  }
  return described;
}

function problems(route: DescribedRoute, { problem, responses }: Parts): Record<string, { $ref: string }> {
  const described = [...errorsOfRoute(route)].map(([status, codes]): [string, { $ref: string }] => {
    const all = [status, ...codes].join("-");
    // A route refers to some ten of these names, so long ones would be a tenth of the document.
    const name = codes.length === 1 ? all : `${status}-${shortHash(all)}`;
    responses.set(name, {
      description: codes.map((code) => `\`${code}\`: ${problemTitles[code]}.`).join(" "),
      "x-codes": codes,
      headers: {
        "X-Request-ID": requestID,
        ...(/^(429|503)$/.test(status) && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
      },
      content: {
        "application/problem+json": {
          schema: { allOf: [problem, { type: "object", properties: { code: { enum: codes } } }] },
        },
      },
    });
    return [status, { $ref: `#/components/responses/${name}` }];
  });
  return Object.fromEntries(described);
}
