import { expect, test } from "vitest";
import { breakingChanges, breakingProblems } from "#server/bff/openapi/breaking-changes.ts";
import type { OpenApiDocument, Operation } from "#server/bff/openapi/build-document.ts";
import { commonMembers } from "#server/bff/openapi/common-members.ts";
import { resolveParameter } from "#server/bff/openapi/resolve-parameter.ts";
import { routes } from "#server/bff/rooms.ts";
import { compareWithDocument, keptDocument } from "#tests/fixtures/console/compare-with-document.ts";

const copyOf = (document: OpenApiDocument): OpenApiDocument => structuredClone(document);

/** Returns the operation of a route in a copy of the document, so that a test can change it. */
function operationIn(document: OpenApiDocument, path: string, method = "get"): Operation {
  const operation = document.paths[path]?.[method];
  if (!operation) throw new Error(`There is no ${method} ${path}`);
  return operation;
}

/** Returns the members of a schema in a copy of the document, so that a test can change them. */
const membersOf = (document: OpenApiDocument, name: string) =>
  ((document.components.schemas as Record<string, unknown>)[name] as { properties: Record<string, unknown> })
    .properties;

test("the document has every route of the route table and no other route", () => {
  const described = Object.entries(keptDocument.paths).flatMap(([path, operations]) =>
    Object.keys(operations).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
  );
  expect(described.sort()).toEqual(routes.map(({ key }) => key as string).sort());
});

test("every operation has its own ID", () => {
  const ids = Object.values(keptDocument.paths).flatMap((path) => Object.values(path).map((one) => one.operationId));
  expect(new Set(ids).size).toBe(ids.length);
});

/** Members of answers whose content this contract does not describe, and why. A new open member needs a reason here. */
const openMembers: Readonly<Record<string, string>> = {
  raw: "what the API sent, unchanged",
  envelope: "what `raw` is for a list: the other members of an answer of the API, unchanged",
  before: "the values of an audit event",
  after: "the values of an audit event",
};

/** Parts of a schema's path that are not the name of a member. */
const structure = /^(\d+|anyOf|oneOf|allOf|items|additionalProperties|properties|schema|application\/json)$/;

/** The names of the members of answers that are open objects, or that have no schema at all. */
function* openParts(value: unknown, path: readonly string[]): Generator<string> {
  if (typeof value !== "object" || value === null) return;
  const schema = value as Record<string, unknown>;
  const { additionalProperties: rest, type } = schema;
  const isOpen = type === "object" && rest !== false && (rest === undefined || JSON.stringify(rest) === "{}");
  const isEmpty =
    Object.keys(schema).every((name) => name === "description") &&
    /^(properties|items|anyOf|schema)$/.test(path.at(-2) ?? "");
  if (isOpen || isEmpty) yield path.findLast((part) => !structure.test(part)) ?? "";
  for (const [name, member] of Object.entries(schema)) {
    if (name !== "example" && name !== "properties") yield* openParts(member, [...path, name]);
  }
  for (const [name, member] of Object.entries((schema.properties ?? {}) as Record<string, unknown>)) {
    yield* openParts(member, [...path, "properties", name]);
  }
}

test("no schema of an answer has unknown members, except the listed ones with a reason", () => {
  const inline = routes.flatMap(({ key }) => {
    const [method = "", path = ""] = key.split(" ");
    const { responses } = operationIn(keptDocument, path.replaceAll(/:(\w+)/g, "{$1}"), method.toLowerCase());
    return Object.entries(responses).flatMap(([status, response]) => {
      const schema = "content" in response ? response.content?.["application/json"]?.schema : undefined;
      return schema ? [...openParts(schema, [`${key} ${status}`, "schema"])] : [];
    });
  });
  const found = new Set([...inline, ...openParts(keptDocument.components.schemas, [])]);
  expect([...found].sort()).toEqual(Object.keys(openMembers).sort());
});

/** All members of a schema: their names, and whether they have a description. */
function* membersIn(schema: unknown): Generator<{ name: string; isDescribed: boolean }> {
  if (typeof schema !== "object" || schema === null) return;
  const { properties, items, additionalProperties, anyOf, oneOf, allOf } = schema as Record<string, unknown>;
  for (const [name, member] of Object.entries((properties ?? {}) as Record<string, { description?: string }>)) {
    yield { name, isDescribed: (member.description ?? "") !== "" };
    yield* membersIn(member);
  }
  for (const part of [items, additionalProperties, anyOf, oneOf, allOf].flat()) yield* membersIn(part);
}

test("every member of an answer has a description, and every shared description is used", () => {
  const names = new Set<string>();
  const withoutDescription: string[] = [];
  for (const [schema, described] of Object.entries(keptDocument.components.schemas ?? {})) {
    for (const { name, isDescribed } of membersIn(described)) {
      names.add(name).add(`${schema}.${name}`);
      if (!isDescribed) withoutDescription.push(`${schema}.${name}`);
    }
  }
  expect(withoutDescription).toEqual([]);
  expect(Object.keys(commonMembers).filter((key) => !names.has(key))).toEqual([]);
  const inline = Object.values(keptDocument.paths).flatMap((operations) =>
    Object.values(operations).flatMap(({ responses }) =>
      Object.values(responses).flatMap((response) =>
        "content" in response
          ? Object.values(response.content ?? {}).flatMap(({ schema }) => [...membersIn(schema)])
          : [],
      ),
    ),
  );
  expect(inline.filter(({ isDescribed }) => !isDescribed)).toEqual([]);
});

test("every example fits the schema of its route", async () => {
  for (const [path, operations] of Object.entries(keptDocument.paths)) {
    for (const [method, { responses }] of Object.entries(operations)) {
      for (const [status, response] of Object.entries(responses)) {
        const content = "content" in response ? (response.content ?? {}) : {};
        const example = content["application/json"]?.example;
        if (example === undefined) continue;
        const answer = Response.json(example, { status: Number(status) });
        const address = path.replace("{environment}", "sandbox").replaceAll(/\{\w+\}/g, "x");
        expect([method, path, await compareWithDocument(method.toUpperCase(), address, answer)]).toEqual([
          method,
          path,
          [],
        ]);
      }
    }
  }
});

test("an answer with an undescribed member, status or code is found", async () => {
  const compare = (answer: Response) => compareWithDocument("GET", "/api/health", answer);
  expect(await compare(Response.json({ status: "ok" }))).toEqual([]);
  expect(await compare(Response.json({ status: "ok", more: 1 }))).toEqual([
    expect.stringContaining("must NOT have additional properties"),
  ]);
  expect(await compare(Response.json({ status: "ok" }, { status: 202 }))).toEqual(["has no status 202"]);
  const problem = { type: "x", title: "x", status: 400, detail: "x", errors: [], requestID: "x" };
  const headers = { "content-type": "application/problem+json" };
  const refused = (code: string) => new Response(JSON.stringify({ ...problem, code }), { status: 400, headers });
  expect(await compare(refused("invalid_request"))).toEqual([]);
  expect(await compare(refused("known_customers_off"))).toEqual([expect.stringContaining("/code")]);
});

test("a breaking change of a route is found", () => {
  const path = "/api/{environment}/jobs";
  const without = copyOf(keptDocument);
  delete membersOf(without, "JobList").total;
  expect(breakingChanges(keptDocument, without)).toContain(`GET ${path} answers no longer: total number`);

  const gone = copyOf(keptDocument);
  delete gone.paths[path];
  expect(breakingChanges(keptDocument, gone)).toEqual([`GET ${path} is gone`]);

  const stricter = copyOf(keptDocument);
  const operation = operationIn(stricter, path);
  operation.parameters = (operation.parameters ?? []).map((parameter) => ({
    ...resolveParameter(stricter, parameter),
    required: true,
  }));
  operation["x-roles"] = ["administrator"];
  expect(breakingChanges(keptDocument, stricter)).toEqual(
    expect.arrayContaining([`GET ${path} no longer takes: role viewer`, `GET ${path} now needs: query limit`]),
  );
});

test("an error code and a column of a file that are gone are breaking changes", () => {
  const without = copyOf(keptDocument);
  const { code } = membersOf(without, "Problem") as { code: { enum: string[] } };
  code.enum = code.enum.filter((one) => one !== "frozen");
  expect(breakingChanges(keptDocument, without)).toContain("frozen is no error code any more");

  const path = "/api/{environment}/operations/export";
  const narrower = copyOf(keptDocument);
  const response = operationIn(narrower, path).responses[200];
  const file = response && "content" in response ? response.content?.["text/csv"] : undefined;
  if (!file?.["x-columns"]) throw new Error("The route has no CSV file");
  const [column, ...others] = file["x-columns"];
  file["x-columns"] = others;
  expect(breakingChanges(keptDocument, narrower)).toEqual([`GET ${path} answers no longer: column ${column}`]);
});

test("breaking changes need a new major version, and the changelog names each of them", () => {
  const changes = ["GET /api/{environment}/jobs is gone", "frozen is no error code any more"];
  const named = "- `GET /api/{environment}/jobs` and the error `frozen` are gone.";
  const problemsAt = (version: string, changelog: string, found = changes) =>
    breakingProblems(found, { releasedTag: "v1.9.3", version, changelog });
  expect(problemsAt("2.0.0", named)).toEqual([]);
  expect(problemsAt("2.0.0", "- Jobs have moved. Nothing is frozen any more.")).toEqual(
    changes.map((change) => `${change}. Name it in CHANGELOG.md, in backticks.`),
  );
  expect(problemsAt("1.10.0", named)).toEqual([
    expect.stringMatching(/^What has changed since v1\.9\.3 can break programs \(GET .* is gone; frozen is/),
  ]);
  expect(problemsAt("1.9.4", "", [])).toEqual([]);
});

test("new routes, members and optional parameters break no client", () => {
  const before = copyOf(keptDocument);
  delete before.paths["/api/{environment}/jobs"];
  delete membersOf(before, "Customer").raw;
  operationIn(before, "/api/views").parameters = [];
  expect(breakingChanges(before, keptDocument).filter((change) => !/ required$/.test(change))).toEqual([]);
});
