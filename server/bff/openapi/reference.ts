import type {
  ReferenceList,
  ReferenceMember,
  ReferenceOperation,
  ReferenceRow,
} from "#lib/contract/console/api-reference.ts";
import type { ErrorCode } from "#lib/contract/errors.ts";
import { problemTitles } from "#server/bff/core/answers/problem.ts";
import type { OpenApiDocument, Operation } from "./build-document.ts";
import { errorAdvice } from "./error-advice.ts";
import type { JsonSchema } from "./json-schemas.ts";
import { resolveParameter } from "./resolve-parameter.ts";

/** The console's own document in the form that the page "API reference" shows. */
export interface Reference {
  list: ReferenceList;
  /** Undefined if no route has this ID. */
  find(operationID: string): ReferenceOperation | undefined;
}

type Content = Record<string, { schema: JsonSchema; example?: unknown }>;
type Answer = { description: string; headers?: Record<string, unknown>; content?: Content; $ref?: string };

/** Prepares the reference of a document. Each route is described when somebody opens it. */
export function createReference(document: OpenApiDocument): Reference {
  const routes = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      operation,
      row: {
        operationID: operation.operationId,
        method: method.toUpperCase() as ReferenceRow["method"],
        path,
        summary: operation.summary,
      },
    })),
  );
  const bySubject = Map.groupBy(routes, ({ operation }) => operation.tags[0] ?? "");
  const tags = document.tags as readonly { name: string }[];
  const byID = new Map(routes.map((route) => [route.row.operationID, route]));
  return {
    list: {
      subjects: tags.map(({ name }) => ({ name, operations: (bySubject.get(name) ?? []).map(({ row }) => row) })),
    },
    find(operationID) {
      const found = byID.get(operationID);
      return found && describeRoute(document, found.row, found.operation);
    },
  };
}

function describeRoute(document: OpenApiDocument, row: ReferenceRow, operation: Operation): ReferenceOperation {
  const schemas = (document.components.schemas ?? {}) as Record<string, JsonSchema>;
  const member = (name: string, schema: JsonSchema, isRequired: boolean) =>
    describeMember(schemas, { name, schema, isRequired });
  const { description, parameters = [], requestBody, responses } = operation;
  const [mediaType = "", body] = Object.entries((requestBody?.content ?? {}) as Content)[0] ?? [];
  const successes = Object.entries(responses as Record<string, Answer>).filter(([status]) => /^[23]/.test(status));
  const content = successes[0]?.[1].content ?? {};
  const json = content["application/json"];
  return {
    ...row,
    ...(description !== undefined && { description: String(description) }),
    ...membersNamed(operation, {
      "x-roles": "roles",
      "x-permission": "permission",
      "x-people-only": "peopleOnly",
      "x-recent-proof": "recentProof",
      "x-every-environment": "everyEnvironment",
      "x-audited-read": "countsAsWrite",
    }),
    parameters: parameters.map((parameter) => {
      const { in: place, name, required, schema, description: about } = resolveParameter(document, parameter);
      return {
        in: place,
        member: member(name, { ...schema, ...(about !== undefined && { description: about }) }, required),
      };
    }),
    ...(body && {
      body: {
        mediaType,
        isRequired: requestBody?.required ?? false,
        content: member("", body.schema, true),
        ...exampleOf(body.example),
      },
    }),
    answer: {
      statuses: successes.map(([status, answer]) => ({ status, description: answer.description })),
      mediaTypes: Object.keys(content),
      headers: headersOf(document, successes[0]?.[1].headers ?? {}),
      ...(json && { content: member("", json.schema, true), ...exampleOf(json.example) }),
    },
    errors: errorsOf(document, responses as Record<string, Answer>),
  };
}

/** The members of an operation that the document has under other names. */
const membersNamed = (operation: Operation, names: Readonly<Record<string, keyof ReferenceOperation>>) =>
  Object.fromEntries(
    Object.entries(names).flatMap(([from, to]) => (operation[from] === undefined ? [] : [[to, operation[from]]])),
  );

const exampleOf = (example: unknown) =>
  example === undefined ? {} : { example: typeof example === "string" ? example : JSON.stringify(example, null, 2) };

function headersOf(document: OpenApiDocument, headers: Record<string, unknown>) {
  return Object.entries(headers).map(([name, header]) => {
    const { $ref, description } = header as { $ref?: string; description?: string };
    const shared = document.components.headers?.[nameOf($ref)] as { description?: string } | undefined;
    return { name, description: description ?? shared?.description ?? "" };
  });
}

/** The codes of all errors, in the order of their status. */
function errorsOf(document: OpenApiDocument, responses: Record<string, Answer>): ReferenceOperation["errors"] {
  return Object.entries(responses).flatMap(([status, { $ref }]) => {
    const shared = document.components.responses?.[nameOf($ref)] as { "x-codes"?: ErrorCode[] } | undefined;
    return (shared?.["x-codes"] ?? []).map((code) => ({
      status,
      code,
      title: problemTitles[code],
      advice: errorAdvice[code],
    }));
  });
}

const nameOf = (reference = "") => reference.split("/").at(-1) ?? "";

/** The parts of a JSON Schema that the reference shows. */
interface Shown {
  $ref?: string;
  title?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  enum?: unknown[];
  const?: unknown;
  default?: unknown;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  additionalProperties?: JsonSchema | false;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
}

interface Described {
  name: string;
  schema: JsonSchema;
  isRequired: boolean;
  /** The named schemas that contain this one. */
  within?: readonly string[];
}

function describeMember(schemas: Record<string, JsonSchema>, described: Described): ReferenceMember {
  const { name, isRequired, within = [] } = described;
  const outer = described.schema as Shown;
  const own = resolve(schemas, outer);
  const words = wordsOf(schemas, outer);
  const number = own.type === "integer" || own.type === "number";
  const initial = outer.default ?? own.default;
  return {
    name,
    type: typeOf(schemas, outer),
    isRequired,
    ...(outer.description !== undefined && { description: outer.description }),
    ...(words.length > 0 && { words }),
    ...(initial !== undefined && { default: JSON.stringify(initial) }),
    ...(own.format !== undefined && { format: own.format }),
    ...(number && own.minimum !== undefined && { minimum: own.minimum }),
    ...(number && own.maximum !== undefined && { maximum: own.maximum }),
    ...(own.maxLength !== undefined && { maxLength: own.maxLength }),
    ...contentOf(schemas, outer, within),
  };
}

const resolve = (schemas: Record<string, JsonSchema>, schema: Shown): Shown =>
  schema.$ref === undefined ? schema : ((schemas[nameOf(schema.$ref)] ?? {}) as Shown);

/** The schemas of which one applies, without null. */
function choicesOf(schema: Shown): Shown[] {
  const choices = (schema.anyOf ?? schema.oneOf) as Shown[] | undefined;
  return choices?.filter(({ type }) => type !== "null") ?? [schema];
}

function typeOf(schemas: Record<string, JsonSchema>, schema: Shown): string {
  const choices = (schema.anyOf ?? schema.oneOf) as Shown[] | undefined;
  if (choices) return [...new Set(choices.map((choice) => typeOf(schemas, choice)))].join(" | ");
  const { type, items, additionalProperties, properties } = schema;
  if (schema.$ref !== undefined) {
    const { type: own, anyOf, oneOf } = resolve(schemas, schema);
    return typeof own === "string" && own !== "object" && !anyOf && !oneOf ? own : nameOf(schema.$ref);
  }
  if (type === "array") {
    const inner = items ? typeOf(schemas, items as Shown) : "any";
    return inner.includes(" ") ? `(${inner})[]` : `${inner}[]`;
  }
  if (type === "object" && !properties && additionalProperties) {
    return `object of ${typeOf(schemas, additionalProperties as Shown)}`;
  }
  return [type ?? "any"].flat().join(" | ");
}

/** The possible values of a member, or of each item of a list. */
function wordsOf(schemas: Record<string, JsonSchema>, schema: Shown): string[] {
  const found = choicesOf(schema).flatMap((choice) => {
    const own = resolve(schemas, choice);
    if (own.items) return wordsOf(schemas, own.items as Shown);
    if (own.const !== undefined) return [String(own.const)];
    return own.enum?.map(String) ?? [];
  });
  return [...new Set(found)];
}

/** The members of an object or of the objects of a list. An object that contains itself is described once. */
function contentOf(
  schemas: Record<string, JsonSchema>,
  schema: Shown,
  within: readonly string[],
): Pick<ReferenceMember, "members" | "alternatives"> {
  const inner = objectsOf(schemas, schema, within);
  if (inner.length === 0) return {};
  const [only] = inner;
  if (inner.length === 1 && only) return { members: membersOf(schemas, only) };
  return {
    alternatives: inner.map((one) => ({
      name: "",
      type: one.type,
      isRequired: true,
      ...(one.schema.description !== undefined && { description: one.schema.description }),
      members: membersOf(schemas, one),
    })),
  };
}

interface InnerObject {
  type: string;
  schema: Shown;
  within: readonly string[];
}

/** The objects that a schema allows: itself, its alternatives, the items of its list, or the values of its record. */
function objectsOf(schemas: Record<string, JsonSchema>, schema: Shown, within: readonly string[]): InnerObject[] {
  const { $ref } = schema;
  if ($ref !== undefined) {
    if (within.includes($ref)) return [];
    const target = resolve(schemas, schema);
    return objectsOf(schemas, target, [...within, $ref]).map((one) =>
      one.schema === target ? { ...one, type: nameOf($ref) } : one,
    );
  }
  if (schema.anyOf ?? schema.oneOf) return choicesOf(schema).flatMap((choice) => objectsOf(schemas, choice, within));
  if (schema.items) return objectsOf(schemas, schema.items as Shown, within);
  if (schema.properties) return [{ type: schema.title ?? "object", schema, within }];
  return schema.additionalProperties ? objectsOf(schemas, schema.additionalProperties as Shown, within) : [];
}

const membersOf = (schemas: Record<string, JsonSchema>, { schema, within }: InnerObject): ReferenceMember[] =>
  Object.entries(schema.properties ?? {}).map(([name, member]) =>
    describeMember(schemas, { name, schema: member, isRequired: schema.required?.includes(name) ?? false, within }),
  );
