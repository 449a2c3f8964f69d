import type { TextFormat } from "#server/api-client/normalise/expected.ts";
import type { RouteContext } from "#server/bff/core/route.ts";
import type { ApiBehaviourServices } from "./api-behaviour-services.ts";
import { ranked } from "./describe-operations.ts";
import { type LearntBehaviour, objectsOf, type Shape, type StatusBehaviour } from "./learn/shape.ts";

type Schema = Record<string, unknown>;

type Context = RouteContext<"viewer", "/api/:environment/profile/openapi", ApiBehaviourServices>;

/** A member is exported as required after this many records, if all of them had it. */
const minForRequired = 20;
/** The words of a vocabulary are exported as an enumeration after at least this many observations. */
const minForWords = 100;

/** The formats that OpenAPI has a name for. */
const formats: Readonly<Partial<Record<TextFormat, string>>> = {
  uuid: "uuid",
  "date-time": "date-time",
  date: "date",
  email: "email",
  uri: "uri",
};

/** Converts a shape to a schema of JSON Schema 2020-12, which OpenAPI 3.1 uses. */
export function schemaOf(shape: Shape): Schema {
  const types = ranked(shape.types).filter((type) => !(type === "integer" && shape.types.number));
  const schema: Schema = types.length === 0 ? {} : { type: types.length === 1 ? types[0] : types };
  const written = Object.keys(shape.formats) as TextFormat[];
  const format = written.length === 1 && written[0] !== undefined ? formats[written[0]] : undefined;
  if (format !== undefined) schema.format = format;
  const words = ranked(shape.words);
  if (words.length > 0 && (shape.types.string?.count ?? 0) >= minForWords && types.length === 1) schema.enum = words;
  if (shape.items) schema.items = schemaOf(shape.items);
  const objects = objectsOf(shape);
  if (objects === 0) return schema;
  const members = Object.entries(shape.members);
  schema.properties = Object.fromEntries(members.map(([name, { shape: inner }]) => [name, schemaOf(inner)]));
  const required = members.filter(([, { present }]) => present.count === objects).map(([name]) => name);
  if (objects >= minForRequired && required.length > 0) schema.required = required;
  // Closes the schema, so that a tool reports members that never occurred.
  if (shape.others) schema.additionalProperties = schemaOf(shape.others.shape);
  else if (objects >= minForRequired) schema.additionalProperties = false;
  return schema;
}

/** The description of an answer, which OpenAPI requires. */
const descriptionOf = ({ answers }: StatusBehaviour) => `Seen ${answers.count} times.`;

const parametersOf = (path: string) =>
  [...path.matchAll(/\{([^{}]{1,64})\}/g)].map(([, name]) => ({
    name,
    in: "path",
    required: true,
    schema: { type: "string" },
  }));

/** Builds an operation ID: `GET /jobs/{jobID}` becomes `getJobsJobID`. */
const operationIDOf = (method: string, path: string) =>
  method.toLowerCase() +
  path
    .split(/[^a-z0-9]+/i)
    .map((part) => part.charAt(0).toUpperCase() + part.slice(1))
    .join("");

/**
 * Converts the learned behaviour to an OpenAPI 3.1 document. It describes observed answers, not guarantees of the API.
 */
export function toOpenApi(behaviour: LearntBehaviour, environment: string): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  for (const [operation, { statuses }] of Object.entries(behaviour)) {
    const [method = "", path = ""] = operation.split(" ", 2);
    const responses = Object.entries(statuses).map(([status, statusBehaviour]) => {
      const content = statusBehaviour.body.seen > 0 && {
        content: { "application/json": { schema: schemaOf(statusBehaviour.body) } },
      };
      return [status, { description: descriptionOf(statusBehaviour), ...content }];
    });
    paths[path] ??= {};
    (paths[path] as Record<string, Schema>)[method.toLowerCase()] = {
      operationId: operationIDOf(method, path),
      summary: operation,
      ...(path === "/auth" && { security: [] }),
      ...(parametersOf(path).length > 0 && { parameters: parametersOf(path) }),
      responses: Object.fromEntries(responses),
    };
  }
  return {
    openapi: "3.1.0",
    info: {
      title: `Partner Provisioning API as ${environment} answers`,
      description: "Learnt from answers; the specification decides. It holds no value of a customer.",
      version: "2",
    },
    servers: [{ url: environment === "production" ? "/v2" : "/sandbox" }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    paths,
  };
}

/** Exports the API's behaviour in an environment as OpenAPI 3.1. */
export async function exportOpenApi({ context }: { context: Context }): Promise<Schema> {
  const { environment, services } = context;
  return toOpenApi(await services.behaviourKeeper.read(environment), environment);
}
