import { z } from "zod";
import type { FieldError } from "#lib/contract/errors.ts";
import { AppError } from "#lib/contract/operations/app-error.ts";
import "#lib/contract/plain-messages.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import type { InputSchemas, RouteInput } from "#server/bff/core/route.ts";

const maxErrors = 20;
const noQuery = z.strictObject({});

/** The input of a request before it is parsed. */
interface RawInput {
  params: Readonly<Record<string, string>>;
  /** The query. If it is a text, it is the query string as it was sent. */
  query: URLSearchParams | string;
  body: unknown;
}

/** `maxQueries`: the maximum number of cached queries per route. `maxSearch`: the maximum length of a cached query. */
const maxQueries = 200;
const maxSearch = 300;

/**
 * Parsed valid queries, by their text. They can be cached, because a schema always returns the same result for the same
 * text.
 */
const knownQueries = new WeakMap<InputSchemas<unknown, unknown>, Map<string, unknown>>();

function remember(schemas: InputSchemas<unknown, unknown>, search: string, query: unknown): void {
  if (search.length > maxSearch || typeof query !== "object" || query === null) return;
  const queriesOfRoute = knownQueries.get(schemas) ?? new Map();
  if (queriesOfRoute.size >= maxQueries) queriesOfRoute.clear();
  // The parsed query is frozen, because all requests with the same text share it.
  for (const member of Object.values(query)) Object.freeze(member);
  knownQueries.set(schemas, queriesOfRoute.set(search, Object.freeze(query)));
}

/**
 * Parses the parameters, the query and the body of a request with the schemas of a route. Throws `invalid_request` with
 * the names of the fields.
 */
export function parseInput(schemas: InputSchemas<unknown, unknown>, rawInput: RawInput): RouteInput<unknown, unknown> {
  const errors: FieldError[] = [];
  const cachedQuery = typeof rawInput.query === "string" ? knownQueries.get(schemas)?.get(rawInput.query) : undefined;
  const parse = (schema: z.ZodType, value: unknown, maxDepth?: number): unknown => {
    const parsed = schema.safeParse(value);
    if (parsed.success) return parsed.data;
    errors.push(...parsed.error.issues.flatMap((issue) => fieldErrors(issue, maxDepth)));
    return undefined;
  };
  for (const [name, value] of Object.entries(rawInput.params)) {
    const id = name === "environment" ? undefined : resourceIDSchema.safeParse(value);
    if (id?.error) errors.push({ field: name, message: "is not an ID" });
  }
  const query = cachedQuery ?? parseQuery();
  let body: unknown;
  if (schemas.body) body = parse(schemas.body, rawInput.body);
  // An empty object is accepted too, because many clients send one if they have no data.
  else if (rawInput.body !== undefined && !isEmptyObject(rawInput.body)) errors.push({ message: "takes no body" });

  if (errors.length > 0) {
    throw new AppError("invalid_request", summary(errors), { errors: errors.slice(0, maxErrors) });
  }
  if (cachedQuery === undefined && typeof rawInput.query === "string") remember(schemas, rawInput.query, query);
  return { params: rawInput.params, query, body };

  function parseQuery(): unknown {
    const members = typeof rawInput.query === "string" ? new URLSearchParams(rawInput.query) : rawInput.query;
    const names = [...members.keys()].filter((name) => !schemas.repeated?.includes(name));
    const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
    for (const name of repeated) errors.push({ field: name, message: "must be given once" });
    // An error in one of several values of a parameter names only the parameter, so `maxDepth` is 1.
    return repeated.size === 0 ? parse(schemas.query ?? noQuery, queryOf(members, schemas), 1) : undefined;
  }
}

function isEmptyObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;
}

function queryOf(query: URLSearchParams, { repeated = [] }: InputSchemas<unknown, unknown>) {
  const lists = repeated.filter((name) => query.has(name)).map((name) => [name, query.getAll(name)]);
  return { ...Object.fromEntries(query), ...Object.fromEntries(lists) };
}

/** The errors of an issue. A field is named by at most `maxDepth` members of its path. */
function fieldErrors(issue: z.core.$ZodIssue, maxDepth?: number): FieldError[] {
  if (issue.code === "unrecognized_keys") {
    // The sender chooses these names, and the error response repeats them, so their length is limited.
    return issue.keys.map((key) => ({ field: [...issue.path, key].join(".").slice(0, 100), message: "is not known" }));
  }
  const field = issue.path.slice(0, maxDepth).join(".");
  return [field === "" ? { message: issue.message } : { field, message: issue.message }];
}

function summary(errors: readonly FieldError[]): string {
  const fields = [...new Set(errors.flatMap(({ field }) => field ?? []))].slice(0, 5);
  return fields.length === 0 ? "The request is invalid." : `Check ${fields.join(", ")}.`;
}
