import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import type { describeService } from "#server/provisioning/openapi.ts";

export type Description = ReturnType<typeof describeService>;
type Json = Record<string, unknown>;

export interface Operation {
  method: string;
  /** The path with placeholders, as in the description: `/jobs/{jobID}`. */
  path: string;
  security?: unknown;
  parameters: { name: string; in: string; required?: boolean; schema: Json }[];
  requestBody?: { content: { "application/json": { schema: Json } } };
  responses: Record<string, { headers: Record<string, unknown>; content: { "application/json": { schema: Json } } }>;
}

/** The parts of a response that are checked. */
export interface Answer {
  status: number;
  headers: Headers;
  body: string;
}

/** Every operation of the description. */
export function operationsOf(description: Description): Operation[] {
  return Object.entries(description.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([key]) => ["get", "post", "put", "patch", "delete"].includes(key))
      .map(([method, operation]) => {
        const parameters = (operation as { parameters?: Operation["parameters"] }).parameters ?? [];
        return { ...(operation as Operation), parameters, method: method.toUpperCase(), path };
      }),
  );
}

/**
 * Returns the schema with additional members forbidden, because the description must contain every member of an answer.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== "object" || schema === null) return schema;
  const copy = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return "properties" in copy ? { additionalProperties: false, ...copy } : copy;
}

/** The headers that an answer with this status must have. */
const headersOf: Record<number, readonly string[]> = {
  401: ["WWW-Authenticate"],
  405: ["Allow"],
  429: ["Retry-After"],
  503: ["Retry-After"],
};

/** Creates a function that checks answers against the description. The function returns the errors of an answer. */
export function createChecker(description: Description) {
  const ajv = new Ajv2020({ strict: true, allErrors: true });
  addFormats.default(ajv);
  // The description contains keywords that JSON Schema does not define.
  ajv.addVocabulary(["example", "components", "info", "openapi", "paths", "servers"]);
  const document = "https://description.invalid/";
  ajv.addSchema({ $id: document, components: closed(description.components) as Json });
  const validators = new Map<string, ValidateFunction>();

  function validatorOf(key: string, schema: unknown): ValidateFunction {
    const known = validators.get(key);
    if (known) return known;
    const local = JSON.parse(JSON.stringify(closed(schema)).replaceAll('"#/', `"${document}#/`)) as Json;
    const validator = ajv.compile(local);
    validators.set(key, validator);
    return validator;
  }

  function problemsOfBody(key: string, schema: unknown, answer: Answer): string[] {
    const type = answer.headers.get("Content-Type") ?? "";
    if (!/^application\/json(;|$)/.test(type)) return [`has the content type ${type}`];
    const validate = validatorOf(key, schema);
    return validate(JSON.parse(answer.body))
      ? []
      : [`${ajv.errorsText(validate.errors)} in ${answer.body.slice(0, 300)}`];
  }

  function problemsOfHeaders(answer: Answer): string[] {
    const names = ["X-Request-ID", ...(headersOf[answer.status] ?? [])];
    return names.filter((name) => !answer.headers.get(name)).map((name) => `has no ${name}`);
  }

  return {
    /** Compiles every schema of an operation's answers. */
    compile(operation: Operation): void {
      for (const [status, { content }] of Object.entries(operation.responses)) {
        validatorOf(`${operation.method} ${operation.path} ${status}`, content["application/json"].schema);
      }
    },
    problemsOfExample(name: string, example: unknown): string[] {
      const validate = validatorOf(name, { $ref: `#/components/schemas/${name}` });
      return validate(example) ? [] : [`${name}: ${ajv.errorsText(validate.errors)}`];
    },
    /**
     * Returns the errors of an answer. `operation` is undefined if the description does not contain the path or the
     * method.
     */
    problems(operation: Operation | undefined, answer: Answer, hasBody = true): string[] {
      const problems = problemsOfHeaders(answer);
      if (!operation) {
        // Middleware in front of all operations answers with these statuses. The description lists them at each
        // operation.
        if (![401, 404, 405, 414, 429, 503].includes(answer.status)) problems.push(`${answer.status} is not expected`);
        const message = { $ref: "#/components/schemas/Message" };
        return [...problems, ...(hasBody ? problemsOfBody("message", message, answer) : [])];
      }
      const described = operation.responses[answer.status];
      if (!described) return [...problems, `${answer.status} is not described: ${answer.body.slice(0, 300)}`];
      const key = `${operation.method} ${operation.path} ${answer.status}`;
      return [
        ...problems,
        ...(hasBody ? problemsOfBody(key, described.content["application/json"].schema, answer) : []),
      ];
    },
  };
}
