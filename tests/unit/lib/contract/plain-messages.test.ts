import { afterEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { signInSchema } from "#lib/contract/console/session.ts";
import { isAppError } from "#lib/contract/operations/app-error.ts";
import {
  createCustomerSchema,
  idempotencyKeySchema,
  onlyIfNewSchema,
} from "#lib/contract/operations/operation-requests.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import { EnvError, parseEnv } from "#server/bff/config/env.ts";
import { variablesSchema } from "#server/bff/config/env-schema.ts";
import { parseInput } from "#server/bff/http/pipeline/parse-input.ts";
import { routes } from "#server/bff/rooms.ts";
import { parseEnv as parseServiceEnv } from "#server/provisioning/env.ts";
import { messagesOf, wrongValues, zodWording } from "#tests/fixtures/api/wrong-values.ts";

const { customError } = z.config();
afterEach(() => z.config({ customError }));

const inputs = routes.flatMap(({ key, input }) =>
  (["query", "body"] as const).flatMap((part) => {
    const schema = (input as { query?: z.ZodType; body?: z.ZodType })[part];
    return schema ? [[`${part} of ${key}`, schema] as const] : [];
  }),
);

const forms = [
  ["signing in", signInSchema],
  ["a new customer", createCustomerSchema],
  ["the header Idempotency-Key", idempotencyKeySchema],
  ["the header Only-If-New", onlyIfNewSchema],
  ["an ID", resourceIDSchema],
  ["the console's variables", variablesSchema],
] as const;

describe("no message that can reach a person has the validator's own words", () => {
  test.each([...inputs, ...forms])("the messages of %s are in plain words", (_what, schema) => {
    const messages = messagesOf(schema);
    expect(messages).not.toEqual([]);
    expect(messages.filter((message) => zodWording.test(message) || message === "")).toEqual([]);
  });

  test("the check finds the validator's words if nothing replaces them", () => {
    z.config({ customError: undefined });
    const found = [...inputs, ...forms]
      .flatMap(([, schema]) => messagesOf(schema))
      .filter((message) => zodWording.test(message));
    for (const word of ["expected string, received null", "Too small", "Too big", "expected one of"]) {
      expect(found.some((message) => message.includes(word))).toBe(true);
    }
  });
});

test("a route's refusal says for each field which values are valid", () => {
  const body = z.strictObject({ note: z.string().max(3), count: z.int().min(1), list: z.array(z.string()).min(1) });
  const errorsOf = (given: unknown) => {
    try {
      parseInput({ body }, { params: {}, query: new URLSearchParams(), body: given });
    } catch (error) {
      if (isAppError(error)) return error.errors.map(({ field, message }) => `${field ?? "body"} ${message}`);
    }
    return [];
  };
  expect(errorsOf({ note: "too long", count: "1", list: [] })).toEqual([
    "note must be 3 characters or less",
    "count must be a number",
    "list must have at least 1 of them",
  ]);
  expect(errorsOf({ count: null })).toEqual(["note is missing", "count must be a number", "list is missing"]);
  expect(errorsOf(undefined)).toEqual(["body is missing"]);
});

test("a program that does not start names its variables in plain words", () => {
  const texts = wrongValues(z.string()).filter((value) => typeof value === "string");
  const consoleProblems = Object.keys(variablesSchema.shape).flatMap((name) =>
    texts.flatMap((text) => {
      try {
        parseEnv({ [name]: text }, () => "");
        return [];
      } catch (error) {
        return error instanceof EnvError ? error.problems : String(error);
      }
    }),
  );
  const service = (variables: Record<string, string>) => {
    try {
      parseServiceEnv(variables);
      return "";
    } catch (error) {
      return String(error);
    }
  };
  const serviceProblems = [
    "API_PORT",
    "API_DEMO",
    "API_PRODUCTION_KEY_ID",
    "API_PRODUCTION_SECRET",
    "LOG_LEVEL",
  ].flatMap((name) => texts.map((text) => service({ [name]: text })));
  const problems = [...consoleProblems, ...serviceProblems];
  expect(problems).toContain("DATA_DIR must be 4096 characters or less");
  expect(problems.filter((problem) => zodWording.test(problem))).toEqual([]);
});
