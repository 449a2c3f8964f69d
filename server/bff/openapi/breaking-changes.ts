import type { OpenApiDocument, Operation } from "./build-document.ts";
import { resolveParameter } from "./resolve-parameter.ts";

type Json = Readonly<Record<string, unknown>>;

/** What a client can rely on in one route. */
interface Promises {
  /** Facts about the route's responses, such as `200 jobs[].state required`. A client can fail if a fact is removed. */
  answers: Set<string>;
  /** What a client may send, such as `query limit` or `body plan`. A client can fail if an entry is removed. */
  accepted: Set<string>;
  /** What a client must send, and the roles that the route refuses. A client can fail if an entry is added. */
  needed: Set<string>;
}

/**
 * The changes between two documents that can break a client, as sentences that begin with the route or the error code.
 * New routes, new members of responses, new error codes and new optional inputs break no client.
 */
export function breakingChanges(before: OpenApiDocument, after: OpenApiDocument): string[] {
  const codes = new Set(errorCodesOf(after));
  const changes = errorCodesOf(before).flatMap((code) =>
    codes.has(code) ? [] : [`${code} is no error code any more`],
  );
  for (const [path, operations] of Object.entries(before.paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const route = `${method.toUpperCase()} ${path}`;
      const next = after.paths[path]?.[method];
      if (!next) {
        changes.push(`${route} is gone`);
        continue;
      }
      const [old, current] = [promisesOf(before, operation), promisesOf(after, next)];
      for (const fact of old.answers)
        if (!current.answers.has(fact)) changes.push(`${route} answers no longer: ${fact}`);
      for (const fact of old.accepted)
        if (!current.accepted.has(fact)) changes.push(`${route} no longer takes: ${fact}`);
      for (const fact of current.needed) if (!old.needed.has(fact)) changes.push(`${route} now needs: ${fact}`);
    }
  }
  return changes;
}

interface ReleaseState {
  /** The tag of the release that the document was compared with, such as `v1.2.0`. */
  releasedTag: string;
  /** The version in package.json. */
  version: string;
  /** The newest section of CHANGELOG.md. */
  changelog: string;
}

/**
 * The violations of two rules, as sentences. Breaking changes need a new major version (docs/guide/upgrade.md). The
 * newest section of CHANGELOG.md must name the route or the error code of each breaking change in backticks, such as
 * `GET /api/{environment}/jobs`.
 */
export function breakingProblems(
  changes: readonly string[],
  { releasedTag, version, changelog }: ReleaseState,
): string[] {
  const majorOf = (text: string) => Number.parseInt(text.replace(/^v/, ""), 10);
  const needsMajor = changes.length > 0 && majorOf(version) <= majorOf(releasedTag);
  const unnamed = changes.filter((change) => !changelog.includes(`\`${subjectOf(change)}\``));
  return [
    ...unnamed.map((change) => `${change}. Name it in CHANGELOG.md, in backticks.`),
    ...(needsMajor
      ? [
          `What has changed since ${releasedTag} can break programs (${changes.join("; ")}): undo it, or make the version in package.json a new major version.`,
        ]
      : []),
  ];
}

/** The route or the error code with which a breaking change begins. */
function subjectOf(change: string): string {
  const [first = "", second = ""] = change.split(" ");
  return second.startsWith("/") ? `${first} ${second}` : first;
}

/** The error codes that an answer can have. */
function errorCodesOf(document: OpenApiDocument): readonly string[] {
  const problem = document.components.schemas?.Problem as { properties?: { code?: { enum?: string[] } } } | undefined;
  return problem?.properties?.code?.enum ?? [];
}

function promisesOf(document: OpenApiDocument, operation: Operation): Promises {
  const promises: Promises = { answers: new Set(), accepted: new Set(), needed: new Set() };
  for (const [status, response] of Object.entries(operation.responses)) {
    if (!status.startsWith("2") && status !== "303") continue;
    promises.answers.add(`status ${status}`);
    for (const [type, media] of Object.entries((response as { content?: Json }).content ?? {})) {
      promises.answers.add(`${status} ${type}`);
      const { schema, "x-line": line, "x-columns": columns = [] } = media as Json;
      for (const part of [schema, line]) walk(document, part, "", (at, fact) => promises.answers.add(`${at} ${fact}`));
      for (const column of columns as string[]) promises.answers.add(`column ${column}`);
    }
  }
  for (const parameter of operation.parameters ?? []) {
    const { in: place, name, required, schema } = resolveParameter(document, parameter);
    promises.accepted.add(`${place} ${name}`);
    if (required) promises.needed.add(`${place} ${name}`);
    for (const value of (schema.enum as unknown[] | undefined) ?? [])
      promises.accepted.add(`${place} ${name} ${value}`);
  }
  const { content = {}, required = false } = operation.requestBody ?? {};
  if (required) promises.needed.add("a body");
  for (const [type, { schema }] of Object.entries(content)) {
    promises.accepted.add(`a body of ${type}`);
    walk(document, schema, "", (at, fact) => {
      if (fact === "required") promises.needed.add(`body ${at}`);
      else promises.accepted.add(`body ${at} ${fact}`);
    });
  }
  for (const name of ["x-people-only", "x-recent-proof", "x-every-environment"]) {
    if (operation[name] === true) promises.needed.add(name);
  }
  for (const role of (operation["x-roles"] as string[] | undefined) ?? []) promises.accepted.add(`role ${role}`);
  return promises;
}

/** Reports the facts of a schema: the members that it has, whether they are required, their types and their words. */
function walk(
  document: OpenApiDocument,
  schema: unknown,
  at: string,
  report: (at: string, fact: string) => void,
  within: readonly string[] = [],
): void {
  if (typeof schema !== "object" || schema === null) return;
  const {
    $ref,
    type,
    properties = {},
    required = [],
    items,
    anyOf = [],
    oneOf = [],
    ...rest
  } = schema as {
    $ref?: string;
    type?: unknown;
    properties?: Json;
    required?: string[];
    items?: unknown;
    anyOf?: unknown[];
    oneOf?: unknown[];
    enum?: unknown[];
    additionalProperties?: unknown;
  };
  if ($ref !== undefined) {
    if (within.includes($ref)) return;
    const target = document.components.schemas?.[$ref.split("/").at(-1) ?? ""];
    walk(document, target, at, report, [...within, $ref]);
    return;
  }
  for (const one of [type].flat()) if (typeof one === "string") report(at, one);
  for (const word of rest.enum ?? []) report(at, JSON.stringify(word));
  for (const [name, member] of Object.entries(properties)) {
    const path = at === "" ? name : `${at}.${name}`;
    if (required.includes(name)) report(path, "required");
    walk(document, member, path, report, within);
  }
  walk(document, items, `${at}[]`, report, within);
  walk(document, rest.additionalProperties, `${at}.*`, report, within);
  for (const one of [...anyOf, ...oneOf]) walk(document, one, at, report, within);
}
