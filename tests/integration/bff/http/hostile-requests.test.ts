import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { problemSchema } from "#lib/contract/errors.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const table: readonly AnyRoute[] = routes;

/** Query values, encoded as in a URL. */
const nasty = ["%00", "a%00b", "%ED%A0%80", "%0d%0aSet-Cookie:%20a=b", "9".repeat(400)];

/** IDs. Some of them could change the path if they were not encoded. */
const nastyIDs = [
  ...nasty,
  "'%3B%20drop%20table%20staff%3B--",
  "%3Cscript%3Ealert(1)%3C%2Fscript%3E",
  "x".repeat(5_000),
  "%2e%2e",
  "..%2f..%2fauth",
  "%5c..%5cauth",
  "a%3Fb=c",
  "a%23b",
  "%252e%252e",
  "__proto__",
  "constructor",
];

/** All query parameters of a route, and some parameters that no route has. */
function membersOf({ input }: AnyRoute): string[] {
  const unknown = ["surplus", "__proto__", "constructor", "toString"];
  if (!input.query) return unknown;
  if (!(input.query instanceof z.ZodObject)) throw new Error("its members cannot be read");
  return [...Object.keys(input.query.shape), ...unknown];
}

const deep = (levels: number) => `${"[".repeat(levels)}${"]".repeat(levels)}`;

/** Bodies that are invalid for every route. */
const bodies = [
  "",
  "null",
  "[]",
  '"text"',
  "{",
  deep(10_000),
  '{"__proto__":{"role":"administrator"}}',
  '{"constructor":{"prototype":{"role":"administrator"}}}',
  '{"name":"\\u0000","query":"","companyName":"\\u0000","plan":"\\u0000","term":"\\ud800"}',
  '{"email":"\\u0000","password":"\\u0000"}',
  '{"email":"a@b.example","email":"b@b.example","role":"viewer","role":"administrator"}',
  '{"plan":"a","expected":{"__proto__":{"plan":"b"}}}',
  '{"change":{"plan":"\\u0000"},"source":{"kind":"ids","customerIDs":["a","\\u0000"]}}',
  '{"change":{"plan":"a"},"source":{"kind":"again","bulkID":"\\u0000"}}',
  `{"surplus":"${"x".repeat(70_000)}"}`,
];

/** Error codes for failures of the console itself. No request may cause such a failure. */
const ownFailures = ["internal", "store_unavailable"];

describe.each(testDialects.map((dialect) => ({ dialect })))("hand-made requests on $dialect", ({ dialect }) => {
  let api: Awaited<ReturnType<typeof startOtherApi>>;
  let console: TestBff;
  let cookie: string;

  beforeAll(async () => {
    api = await startOtherApi({ customers: 5 });
    console = await createTestBff({
      baseUrl: api.origin,
      dialect,
      variables: variablesFor(api),
      staff: [{ email: "ada@test.example", role: "administrator" }],
    });
    cookie = await console.signIn("ada@test.example");
  });

  afterAll(async () => {
    await console.close();
    await api.close();
  });

  /**
   * The cookie for everybody who wants to sign in with a passkey. It is encrypted, and contains nothing from the
   * request.
   */
  const sealedChallenge = /^switchboard-passkey=[\w.*~-]+; Path=\/; HttpOnly; SameSite=Strict; Max-Age=300$/;

  /**
   * Fails if the request caused a failure of the console itself, or if a response header contains text from the
   * request.
   */
  async function expectNoHarm(response: Response, what: string): Promise<void> {
    if (!response.headers.get("content-type")?.startsWith("application/problem+json")) await response.body?.cancel();
    else expect(ownFailures, what).not.toContain(problemSchema.parse(await response.json()).code);
    const cookies = response.headers.getSetCookie().filter((one) => !sealedChallenge.test(one));
    expect(cookies, what).toEqual([]);
  }

  const pathWith = (path: string, id: string) => path.replace(":environment", "sandbox").replaceAll(/:\w+/g, () => id);

  // Omits routes that would end the session, because the other requests need it.
  const asked = table.filter(({ key }) => key !== "DELETE /api/session" && key !== "POST /api/session");

  test.each(asked.filter(({ path }) => /:(?!environment)/.test(path)).map(({ key }) => key))(
    "no ID causes an unexpected error of %s",
    async (key) => {
      const { method, path } = table.find((route) => route.key === key) as AnyRoute;
      for (const id of nastyIDs) {
        const response = await console.send(method, pathWith(path, id), { cookie });
        await expectNoHarm(response, id.slice(0, 50));
      }
    },
  );

  test.each(asked.filter(({ method }) => method === "GET").map(({ key }) => key))(
    "no query causes an unexpected error of %s",
    async (key) => {
      const route = table.find((one) => one.key === key) as AnyRoute;
      for (const member of membersOf(route)) {
        for (const value of nasty) {
          const response = await console.send("GET", `${pathWith(route.path, "none")}?${member}=${value}`, { cookie });
          await expectNoHarm(response, `${member}=${value.slice(0, 50)}`);
        }
      }
    },
  );

  test.each(table.filter(({ method, key }) => method !== "GET" && key !== "DELETE /api/session").map(({ key }) => key))(
    "no body causes an unexpected error of %s, or gives anybody a role",
    async (key) => {
      const { method, path } = table.find((route) => route.key === key) as AnyRoute;
      for (const body of bodies) {
        const headers = { "content-type": "application/json", "idempotency-key": crypto.randomUUID() };
        const response = await console.send(method, pathWith(path, "none"), { cookie, body, headers });
        await expectNoHarm(response, body.slice(0, 50));
      }
      expect(({} as { role?: unknown }).role).toBeUndefined();
    },
  );
});
