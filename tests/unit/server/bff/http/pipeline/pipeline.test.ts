import { beforeEach, describe, expect, test } from "vitest";
import { z } from "zod";
import { may, type Permission, permissionRoles } from "#lib/contract/access/permissions.ts";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { quietHeader } from "#lib/contract/values/headers.ts";
import { type AnyRoute, rolesOfPolicy } from "#server/bff/core/route.ts";
import type { PipelineRequest } from "#server/bff/http/pipeline/pipeline.ts";
import { byKey, fake, nowMs, origin, proven, reset, route, run, signedIn } from "./fake-pipeline.ts";

beforeEach(reset);

const refusedAs = (code: string) => expect.objectContaining({ code });

describe("the caller of a route", () => {
  const policies = ["viewer", ...(Object.keys(permissionRoles) as Permission[])] as const;
  test.each(policies)("the policy %s allows its roles, and nobody without a session", async (policy) => {
    await expect(run(route({ policy }), {})).rejects.toEqual(refusedAs("not_signed_in"));
    expect(fake.steps).toEqual([]);
    for (const own of roles) {
      fake.role = own;
      Object.assign(fake.person.staff, { role: own });
      const isOpen = rolesOfPolicy(policy).includes(own);
      for (const headers of [signedIn, byKey]) {
        const answer = run(route({ policy }), headers);
        if (isOpen) await expect(answer).resolves.toMatchObject({ value: "answer", status: 200 });
        else await expect(answer).rejects.toEqual(refusedAs("forbidden"));
      }
    }
  });

  test("a route for anyone gets the caller, and needs no session", async () => {
    await run(route({ policy: "anyone" }), {});
    expect(fake.handled.at(-1)?.session).toBeNull();
    await run(route({ policy: "anyone" }), signedIn);
    expect(fake.handled.at(-1)?.session?.staff.staffID).toBe("kim");
    // The pipeline does not read the key, so an invalid key is no error.
    await run(route({ policy: "anyone" }), { authorization: "Bearer nonsense" });
    expect(fake.handled.at(-1)?.session).toBeNull();
  });

  test("a key and a cookie together are refused, of one person or of two", async () => {
    await expect(run(route(), { ...byKey, cookie: "other" })).rejects.toEqual(refusedAs("invalid_request"));
  });

  test("a request from a server has no session, and proves no origin", async () => {
    await run(route({ method: "POST", policy: "anyone", sentByServer: true }), signedIn);
    expect(fake.steps).toEqual(["body of undefined", "handled"]);
    expect(fake.handled.at(-1)?.session).toBeNull();
  });
});

describe("the origin of a request", () => {
  test.each(["POST", "PUT", "PATCH", "DELETE"] as const)(
    "%s needs a proof of its origin, unless the request has a key",
    async (method) => {
      await expect(run(route({ method }), signedIn)).rejects.toEqual(refusedAs("cross_site_request"));
      await expect(run(route({ method, policy: "anyone" }), {})).rejects.toEqual(refusedAs("cross_site_request"));
      await expect(run(route({ method }))).resolves.toMatchObject({ value: "answer" });
      await expect(run(route({ method }), byKey)).resolves.toMatchObject({ value: "answer" });
    },
  );

  test("a read needs no proof of origin", async () => {
    await expect(run(route(), signedIn)).resolves.toMatchObject({ value: "answer" });
  });
});

describe("a route that covers every environment", () => {
  const covering = route({ everyEnvironment: true });
  beforeEach(() => {
    fake.configured = ["production", "sandbox"];
  });

  test.each(roles)(
    "the route needs access to all environments from the role %s, unless the role can give itself access",
    async (role) => {
      Object.assign(fake.person.staff, { role });
      const narrow = run(covering, signedIn);
      if (may(role, "staff.manage")) await expect(narrow).resolves.toMatchObject({ value: "answer" });
      else await expect(narrow).rejects.toEqual(refusedAs("forbidden"));
      Object.assign(fake.person.staff, { environments: ["sandbox", "production"] });
      await expect(run(covering, signedIn)).resolves.toMatchObject({ value: "answer" });
    },
  );

  test("the route needs access to all environments from an API client of any role", async () => {
    await expect(run(covering, byKey)).rejects.toEqual(refusedAs("forbidden"));
    fake.configured = ["sandbox"];
    await expect(run(covering, byKey)).resolves.toMatchObject({ value: "answer" });
  });
});

describe("an API client", () => {
  test.each([{ dangerous: true as const }, { peopleOnly: true as const }])(
    "an API client may not use a route that is %j",
    async (own) => {
      await expect(run(route(own), byKey)).rejects.toEqual(refusedAs("not_for_clients"));
      await expect(run(route(own), signedIn)).resolves.toMatchObject({ value: "answer" });
    },
  );

  test("an API client has its own limit of requests, needs no second factor, and extends no session", async () => {
    fake.secondFactorRequired = true;
    await run(route({ method: "POST" }), byKey);
    expect(fake.steps).toEqual(["by client", "request of client", "body of undefined", "handled"]);
  });
});

describe("a required second factor", () => {
  beforeEach(() => {
    fake.secondFactorRequired = true;
  });

  test("a required second factor closes all routes except those that set one up and those for anyone", async () => {
    await expect(run(route(), signedIn)).rejects.toEqual(refusedAs("factor_required"));
    await expect(run(route({ beforeSecondFactor: true }), signedIn)).resolves.toMatchObject({ value: "answer" });
    await expect(run(route({ policy: "anyone" }), signedIn)).resolves.toMatchObject({ value: "answer" });
    Object.assign(fake.person, { hasSecondFactor: true });
    await expect(run(route(), signedIn)).resolves.toMatchObject({ value: "answer" });
  });
});

describe("the environment of a request", () => {
  const ask = (environment: string | undefined, path = "/api/:environment/things") =>
    run(route({ path }), signedIn, { params: environment === undefined ? {} : { environment } });

  test("the environment comes from the path, if it is configured and the person may see it", async () => {
    await ask("sandbox");
    expect(fake.handled.at(-1)?.environment).toBe("sandbox");
    for (const other of ["production", "staging", undefined])
      await expect(ask(other)).rejects.toEqual(refusedAs("not_found"));
    Object.assign(fake.person.staff, { environments: ["production"] });
    for (const other of ["production", "sandbox"]) await expect(ask(other)).rejects.toEqual(refusedAs("not_found"));
    await expect(
      run(route({ path: "/api/:environment/x", policy: "anyone" }), {}, { params: { environment: "sandbox" } }),
    ).rejects.toEqual(refusedAs("not_found"));
  });

  test("the environment is undefined if the path has none", async () => {
    await ask("sandbox", "/api/things");
    expect(fake.handled.at(-1)?.environment).toBeUndefined();
  });
});

describe("dangerous routes", () => {
  test("a dangerous route needs a proof of identity within ten minutes", async () => {
    Object.assign(fake.person, { factorAt: nowMs - recentFactorMs + 1 });
    await expect(run(route({ dangerous: true }), signedIn)).resolves.toMatchObject({ value: "answer" });
    Object.assign(fake.person, { factorAt: nowMs - recentFactorMs });
    fake.steps = [];
    await expect(run(route({ dangerous: true }), signedIn)).rejects.toEqual(refusedAs("step_up_required"));
    // A refused request neither extends the session nor counts as a change.
    expect(fake.steps).toEqual(["by kim"]);
    await expect(run(route(), signedIn)).resolves.toMatchObject({ value: "answer" });
  });

  test("a dangerous route needs no proof if a request needs nobody", async () => {
    await expect(run(route({ dangerous: true, policy: "anyone" }), {})).resolves.toMatchObject({ value: "answer" });
  });
});

describe("activity and changes", () => {
  const quiet = { ...proven, [quietHeader]: "1" };
  test.each<[string, Partial<AnyRoute>, Record<string, string>, string[]]>([
    ["a read extends the session", {}, signedIn, ["touched"]],
    ["a background request of a page does not extend the session", {}, quiet, []],
    ["a route that does not count as activity does not extend the session", { countsAsActivity: false }, signedIn, []],
    ["another value of the header extends the session", {}, { ...signedIn, [quietHeader]: "0" }, ["touched"]],
    [
      "a change always extends the session and counts as a write",
      { method: "POST" },
      quiet,
      ["touched", "write of kim", "body of undefined"],
    ],
    [
      "a change on a route without a limit does not count as a write",
      { method: "POST", countsAsWrite: false },
      proven,
      ["touched", "body of undefined"],
    ],
    [
      "a body may have the size that its route allows",
      { method: "PUT", maxBodyBytes: 7 },
      proven,
      ["touched", "write of kim", "body of 7"],
    ],
  ])("%s", async (_what, own, headers, expected) => {
    await run(route(own), headers);
    expect(fake.steps).toEqual(["by kim", ...expected, "handled"]);
  });

  test("the handler gets the extended session", async () => {
    await run(route(), signedIn);
    expect(fake.handled.at(-1)?.session?.lastSeenAt).toBe(nowMs);
  });
});

describe("the answer of a route", () => {
  test("the answer has the handler's value, status and headers, for the input that its schemas accept", async () => {
    const query = z.strictObject({ size: z.coerce.number() });
    const given = route({
      input: { query },
      handler: async ({ answerWith, responseHeaders }, input) => {
        answerWith(201);
        responseHeaders.set("x-own", "1");
        return input;
      },
    });
    const { value, status, responseHeaders } = await run(given, signedIn, {
      query: new URLSearchParams("size=3"),
      params: { id: "a" },
    });
    expect([value, status, responseHeaders?.get("x-own")]).toEqual([
      { query: { size: 3 }, params: { id: "a" } },
      201,
      "1",
    ]);
    await expect(run(given, signedIn)).rejects.toEqual(refusedAs("invalid_request"));
  });

  test("a stream ends with its session, if it has one", async () => {
    const file = { body: new ReadableStream(), contentType: "text/csv", end() {}, over: new Promise(() => {}) };
    const streaming = (own: Partial<AnyRoute>) => route({ ...own, handler: async () => file });
    await run(streaming({ path: "/api/:environment/file" }), signedIn, { params: { environment: "sandbox" } });
    expect(fake.steps.at(-1)).toBe('stream of {"sessionHash":"hash of id","environment":"sandbox"}');
    fake.steps = [];
    await run(streaming({ policy: "anyone" }), {});
    expect(fake.steps).toEqual([]);
  });
});

describe("recording a refusal", () => {
  const refused = async (given: AnyRoute, headers: Record<string, string>, own: Partial<PipelineRequest> = {}) => {
    fake.refusals.length = 0;
    await run(given, headers, own).catch(() => {});
    return fake.refusals.map(({ actor, after, environment }) => [
      actor.kind,
      (after as { code: string }).code,
      environment,
    ]);
  };
  const editorOnly = { policy: "staff.manage" as const };

  test("refusals of people and API clients are always recorded, and refusals of others only if the route changes something", async () => {
    Object.assign(fake.person.staff, { role: "viewer" });
    fake.role = "viewer";
    expect(await refused(route(editorOnly), signedIn)).toEqual([["staff", "forbidden", undefined]]);
    expect(await refused(route(editorOnly), byKey)).toEqual([["client", "forbidden", undefined]]);
    expect(await refused(route(editorOnly), {})).toEqual([]);
    expect(await refused(route({ ...editorOnly, method: "POST" }), { origin, "x-switchboard": "1" })).toEqual([
      ["anonymous", "not_signed_in", undefined],
    ]);
  });

  test("a refusal is recorded for an existing environment, but not for a mistyped one", async () => {
    const inOne = route({ path: "/api/:environment/things" });
    const params = (environment: string) => ({ params: { environment } });
    expect(await refused(inOne, signedIn, params("production"))).toEqual([["staff", "not_found", "production"]]);
    expect(await refused(inOne, signedIn, params("staging"))).toEqual([]);
  });

  test("a refusal by the handler itself is not recorded", async () => {
    const failing = route({
      handler: async () => {
        throw new Error("own");
      },
    });
    expect(await refused(failing, signedIn)).toEqual([]);
  });
});
