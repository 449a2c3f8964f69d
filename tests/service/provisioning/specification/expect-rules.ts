import { describe, expect, test } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentPrefix, environments } from "#lib/contract/values/environments.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { createTestService, customer, now } from "../test-service.ts";

/** The customers of the tests. The clock is stopped at noon on 20 November 2026 UTC. */
export const people = {
  recent: Array.from({ length: 12 }, (_, index) =>
    customer(index + 1, { companyName: `Recent ${"CAB"[index % 3]}${index}` }),
  ),
  deleted: customer(2, { companyName: "Deleted", deletedMs: now - 1_000 }),
  weekOld: customer(0, { companyName: "A week old", createdMs: now - 7 * dayMs }),
  older: customer(0, { companyName: "Older", createdMs: now - 7 * dayMs - 1 }),
  lastYear: customer(0, { companyName: "Last year", createdMs: Date.parse("2025-05-05T23:59:59.999Z") }),
  hardware: (() => {
    const { adminEmail: _none, ...rest } = customer(3, { companyName: "Hardware", plan: "hardware-only" });
    return rest;
  })(),
};

export const newCustomer = {
  companyName: "Nordlicht GmbH",
  plan: "professional",
  term: "24-months",
  adminUser: { email: "anna@nordlicht.example" },
};

export interface ListAnswer {
  total: number;
  limit: number;
  offset: number;
  customers: { customerID: string; companyName: string; usersCount: number; created: string }[];
  [collection: string]: unknown;
}

/** Creates a service with `people`, and functions that send requests to one of its environments. */
async function createWorld(environment: Environment) {
  const all = Object.values(people).flat();
  const service = await createTestService({ customers: { production: all, sandbox: all } });
  const { app, engine, signIn, tokens } = service;
  const prefix = environmentPrefix[environment];
  const other: Environment = environment === "production" ? "sandbox" : "production";
  const get = (path: string) => service.get(environment, path);
  const post = (path: string, body: unknown, headers = {}) => service.send(environment, "POST", path, body, headers);
  const patch = (path: string, body: unknown) => service.send(environment, "PATCH", path, body);
  return {
    ...service,
    environment,
    other,
    prefix,
    token: tokens[environment],
    otherToken: tokens[other],
    get,
    post,
    patch,
    signIn: (body?: unknown) => signIn(environment, body),
    /** Sends a request with exactly these headers. */
    raw: async (method: string, path: string, headers: Record<string, string> = {}) =>
      app.request(`${prefix}${path}`, { method, headers }),
    list: async (path: string) => {
      const response = await get(path);
      expect(response.status, path).toBe(200);
      return (await response.json()) as ListAnswer;
    },
    namesOf: async (query: string) => {
      const { customers } = (await (await get(`/customers?limit=100&${query}`)).json()) as ListAnswer;
      return customers.map(({ companyName }) => companyName);
    },
    /** Creates a customer, and waits until its job has ended. Returns both IDs. */
    create: async (body: unknown = newCustomer) => {
      const response = await post("/customers", body);
      expect(response.status).toBe(202);
      await engine.settled();
      return (await response.json()) as { customerID: string; jobID: string };
    },
    contractPath: `/customers/${people.recent[0]?.customerID}/contract`,
    activitiesPath: `/customers/${people.recent[0]?.customerID}/activities`,
  };
}

export type World = Awaited<ReturnType<typeof createWorld>>;

/** A sentence of the specification, word for word, and a test of the sentence. */
export type Rule = readonly [sentence: string, check: (world: World) => Promise<void>];

/** Tests each rule of a section in both environments. Each test has its own world (a service with customers). */
export function section(number: string, rules: readonly Rule[]): void {
  describe(`section ${number}`, () => {
    describe.each(environments)("%s", (environment) => {
      for (const [sentence, check] of rules) {
        test(sentence, async () => {
          expect.hasAssertions();
          await check(await createWorld(environment));
        });
      }
    });
  });
}

/** Expects the status 400. The body must be an array of messages, and one message must contain `text`. */
export async function expectRefused(response: Response, text: string | RegExp): Promise<void> {
  expect(response.status).toBe(400);
  const messages = (await response.json()) as unknown;
  expect(messages).toEqual(expect.arrayContaining([expect.stringMatching(text)]));
}

/** Expects this status, and the body of an error with one message, which is not a validation error. */
export async function expectMessage(response: Response, status: number): Promise<void> {
  expect(response.status).toBe(status);
  expect(await response.json()).toEqual({ message: expect.stringMatching(/./) });
}

/**
 * Checks paging: 10 rows by default, offset 0 by default, and at most 100 rows. Other values are refused, which is the
 * service's own choice and not a rule of the specification.
 */
export async function expectLimits({ list, get }: World, path: string): Promise<void> {
  expect(await list(path)).toMatchObject({ limit: 10, offset: 0 });
  expect(await list(`${path}?limit=100&offset=5`)).toMatchObject({ limit: 100, offset: 5 });
  for (const limit of ["101", "0", "-1", "1.5", "ten", ""])
    await expectRefused(await get(`${path}?limit=${limit}`), /^limit /);
}
