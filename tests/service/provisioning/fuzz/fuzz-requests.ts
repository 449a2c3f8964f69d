import fc from "fast-check";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentPrefix, environments } from "#lib/contract/values/environments.ts";
import { type Description, type Operation, operationsOf } from "../openapi-checker.ts";
import { hostileJson, hostileText, valid } from "./fuzz-values.ts";

/** The parts of a generated request. `operation` is undefined if the description does not have it. */
export interface FuzzRequest {
  operation: Operation | undefined;
  method: string;
  /** The URL with its prefix and its query. */
  url: string;
  headers: [name: string, value: string][];
  body?: string | Uint8Array<ArrayBuffer> | undefined;
}

/** The data that a request needs to reach an operation. */
export interface Known {
  tokens: Record<Environment, string>;
  /** Existing IDs, by the name of the path parameter. */
  ids: Record<Environment, Record<string, readonly string[]>>;
  credentials: Record<Environment, unknown>;
}

type Schema = Record<string, unknown>;

const rarely = <Value, Rare>(usual: fc.Arbitrary<Value>, rare: fc.Arbitrary<Rare>, usually = 4) =>
  fc.oneof({ weight: usually, arbitrary: usual as fc.Arbitrary<Value | Rare> }, { weight: 1, arbitrary: rare });

/** Makes every text usable in a URL. Each half of a surrogate pair becomes the replacement character. */
const escaped = (text: string) => encodeURIComponent(text.toWellFormed());

function pathValue(known: readonly string[]): fc.Arbitrary<string> {
  const status = fc.constantFrom(403, 409, 422, 429, 503, 200, 999);
  const provoking = status.map((value) => `00000000-0000-4000-8000-000000000${value}`);
  const unknown = fc.oneof(
    fc.uuid(),
    provoking,
    hostileText.map(escaped),
    hostileText.map((text) => text.slice(0, 9)),
  );
  const existing = known.length > 0 ? fc.constantFrom(...known) : fc.uuid();
  // Replaces characters that a client would encode or change. Otherwise `URL` would produce another path.
  return rarely(existing, unknown, 2).map((text) => text.replaceAll(/[/?#\\\s]/g, "%20"));
}

function queryOf(operation: Operation, resolve: (schema: Schema) => Schema): fc.Arbitrary<string> {
  const parameters = operation.parameters.filter((parameter) => parameter.in === "query");
  const pairOf = ({ name, schema }: Operation["parameters"][number]) => {
    const values = rarely(valid(schema, resolve).map(String), hostileText, 6);
    const several = fc.array(values, { minLength: 1, maxLength: 1 });
    const given = rarely(several, fc.array(values, { minLength: 2, maxLength: 3 }), 20);
    return given.map((all) => all.map((value) => `${escaped(name)}=${escaped(value)}`));
  };
  const stray = hostileText.map((text) => [`${escaped(text)}=1`]);
  const raw = fc.constantFrom(["&&"], ["limit"], ["limit=%zz"], ["limit[]=1"], ["=1"], ["%"], ["limit=1;offset=2"]);
  const extra = rarely(fc.constant([] as string[]), fc.oneof(stray, raw), 12);
  // Uses at most three parameters in each request. With all parameters, almost every request would contain a wrong
  // parameter.
  const chosen = fc.shuffledSubarray(parameters, { maxLength: Math.min(3, parameters.length) });
  const pairs = chosen.chain((some) => fc.tuple(...some.map(pairOf)));
  return fc.tuple(pairs, extra).map(([given, more]) => [...given.flat(), ...more].join("&"));
}

/** Returns JSON texts of bodies with a wrong or repeated member. */
function spoilt(body: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const member = fc.constantFrom("companyName", "plan", "term", "usersCount", "adminUser", "keyID", "secret", "role");
  return fc.tuple(body, member, hostileJson, fc.boolean()).map(([value, name, wrong, twice]) => {
    const text = JSON.stringify(value);
    const pair = `${JSON.stringify(name)}:${JSON.stringify(wrong) ?? "null"}`;
    if (twice || text === "{}") return `{${pair},"__proto__":{"plan":"essential"},"constructor":{}}`;
    return `${text.slice(0, -1)},${pair}}`;
  });
}

function bodyOf(operation: Operation, environment: Environment, known: Known, resolve: (schema: Schema) => Schema) {
  const schema = operation.requestBody?.content["application/json"].schema;
  if (!schema) return fc.constant(undefined);
  const described = valid(schema, resolve);
  const good =
    operation.path === "/auth" ? rarely(described, fc.constant(known.credentials[environment]), 1) : described;
  const broken = fc.constantFrom<(string | Uint8Array<ArrayBuffer>)[]>(
    Uint8Array.of(0x22, 0xff, 0xfe, 0xc0, 0x22),
    "",
    "{",
    "null",
    "[]",
    '"text"',
    "1e999",
    '{"a":1',
    "\ufeff{}",
    "keyID=1&secret=2",
    "[".repeat(10_000),
    `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
    `{"secret":"${"x".repeat(70_000)}"}`,
    '{"companyName":"\ud800"}',
  );
  return fc.oneof(
    { weight: 6, arbitrary: good.map((value) => JSON.stringify(value)) },
    { weight: 3, arbitrary: spoilt(good) },
    { weight: 1, arbitrary: hostileJson.map((value) => JSON.stringify(value) ?? "") },
    { weight: 1, arbitrary: broken },
  );
}

/** Header values consist of bytes, so all other characters are removed. */
const headerText = hostileText.map((text) => text.replaceAll(/[^\x20-\x7e]/g, "").trim());

function headersOf(operation: Operation, environment: Environment, known: Known) {
  const other = environments.find((name) => name !== environment) ?? environment;
  const wrong = fc.oneof(
    fc.constantFrom("", "Bearer", "Basic YTpi", "Bearer a.b.c", `Bearer ${known.tokens[other]}`),
    headerText.map((text) => `Bearer ${text}`),
  );
  const authorization = rarely(fc.constant(`Bearer ${known.tokens[environment]}`), wrong, 15);
  const types = fc.constantFrom(
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "a",
    "application/xml",
  );
  const contentType = rarely(fc.constantFrom("application/json", "application/json; charset=utf-8"), types, 12);
  const odd = fc.tuple(
    fc.constantFrom(
      "Idempotency-Key",
      "X-Request-ID",
      "X-HTTP-Method-Override",
      "X-Forwarded-Host",
      "Accept",
      "Range",
      "Cookie",
    ),
    headerText,
  );
  return fc
    .tuple(authorization, contentType, fc.array(odd, { maxLength: 2 }))
    .map(([token, type, more]) => [
      ...(operation.security || token.length % 2 ? [["Authorization", token] as [string, string]] : []),
      ...(operation.requestBody ? [["Content-Type", type] as [string, string]] : []),
      ...new Map(more),
    ]);
}

/**
 * Returns the operation that a request reaches. This may differ from the operation that the request was generated for.
 */
function findOperation(operations: readonly Operation[], method: string, url: string): Operation | undefined {
  const { pathname } = new URL(url, "http://localhost");
  const prefix = Object.values(environmentPrefix).find((text) => pathname.startsWith(`${text}/`)) ?? "";
  const segments = pathname.slice(prefix.length).split("/");
  const asked = method === "HEAD" ? "GET" : method.toUpperCase();
  return operations.find(({ path, ...operation }) => {
    if (operation.method !== asked || (path === "/health") !== (prefix === "")) return false;
    const parts = path.split("/");
    return (
      parts.length === segments.length &&
      parts.every((part, index) => part === segments[index] || (part.startsWith("{") && segments[index] !== ""))
    );
  });
}

const otherMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE", "PROPFIND", "QUERY", "get"];

function requestOf(
  operation: Operation,
  operations: readonly Operation[],
  known: Known,
  resolve: (schema: Schema) => Schema,
) {
  return fc.constantFrom(...environments).chain((environment) => {
    const outside = operation.path === "/health";
    const names = operation.path.match(/\{\w+\}/g) ?? [];
    const path = fc
      .tuple(...names.map((name) => pathValue(known.ids[environment][name.slice(1, -1)] ?? [])))
      .map((values) =>
        names.reduce((text, name, index) => text.replace(name, () => values[index] ?? ""), operation.path),
      );
    const tail = rarely(fc.constant(""), fc.constantFrom("/", "/x", "%2f", ";a=b", "/..%2f"), 30);
    return fc
      .record({
        method: rarely(fc.constant(operation.method), fc.constantFrom(...otherMethods), 12),
        path: fc.tuple(path, tail),
        query: queryOf(operation, resolve),
        headers: headersOf(operation, environment, known),
        body: bodyOf(operation, environment, known, resolve),
      })
      .map(({ method, path: [filled, extra], query, headers, body }): FuzzRequest => {
        const prefix = outside ? "" : environmentPrefix[environment];
        const url = `${prefix}${filled}${extra}${query === "" ? "" : `?${query}`}`;
        const carriesBody = method !== "GET" && method !== "get" && method !== "HEAD";
        return {
          operation: findOperation(operations, method, url),
          method,
          url,
          headers,
          ...(carriesBody && body !== undefined ? { body } : {}),
        };
      });
  });
}

/**
 * Generates requests of three kinds: requests that the description allows, requests that it forbids, and unexpected
 * requests.
 */
export function fuzzRequests(description: Description, known: Known): fc.Arbitrary<FuzzRequest> {
  const operations = operationsOf(description);
  const resolve = (schema: Schema): Schema => {
    const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
    return name === undefined ? schema : ((description.components?.schemas?.[name] ?? {}) as Schema);
  };
  return fc.oneof(...operations.map((operation) => requestOf(operation, operations, known, resolve)));
}
