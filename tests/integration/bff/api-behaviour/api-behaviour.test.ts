import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { apiBehaviourSchema } from "#lib/contract/api-behaviour.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { queryStore } from "#tests/fixtures/database/query-store.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

describe.each(testDialects.map((dialect) => ({ dialect })))("the API's behaviour on $dialect", ({ dialect }) => {
  let api: Awaited<ReturnType<typeof startOtherApi>>;
  let console: TestBff;
  const cookies: Record<string, string> = {};

  beforeAll(async () => {
    api = await startOtherApi();
    const roles = ["viewer", "editor", "administrator"] as const;
    console = await createTestBff({
      dialect,
      baseUrl: api.origin,
      variables: variablesFor(api),
      staff: roles.map((role) => ({ email: `${role}@test.example`, role })),
    });
    for (const role of roles) cookies[role] = await console.signIn(`${role}@test.example`);
    // The console examines answers only during a hundredth of its time. On a busy machine it may count some answers
    // without examining them, so the test repeats its requests.
    const askAndRead = async () => {
      const { operations, answers } = await read();
      for (const list of ["customers?datefrom=1970-01-01&limit=25", "jobs", "webhooks", "numbers"]) {
        const [name] = list.split("?");
        const known = operations.find(({ operation }) => operation === `GET /${name}`);
        if (known !== undefined && known.statuses.length > 0) continue;
        const answer = await get(`/api/production/${list}`);
        expect(answer.status, list).toBe(200);
      }
      expect(operations).toHaveLength(5);
      expect(answers).toBeGreaterThanOrEqual(4);
    };
    await vi.waitFor(askAndRead, { timeout: 60_000, interval: 2_000 });
  });
  afterAll(async () => {
    await console.close();
    await api.close();
  });

  const get = (path: string, who = "viewer") => console.send("GET", path, { cookie: cookies[who] });
  const decide = (differenceID: string, body: unknown, who = "editor", environment = "production") =>
    console.send("POST", `/api/${environment}/profile/${differenceID}/decision`, { cookie: cookies[who], body });
  const read = async (environment = "production") => {
    const answer = await get(`/api/${environment}/profile`);
    expect(answer.status).toBe(200);
    return apiBehaviourSchema.parse(await answer.json());
  };

  test("the console reports all differences of an API with another format, and no page breaks", async () => {
    const { differences, answers, operations, silences } = await read();
    expect(answers).toBeGreaterThanOrEqual(4);
    expect(operations.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(["GET /customers", "GET /jobs", "GET /webhooks", "GET /numbers", "POST /auth"]),
    );
    const kinds = new Set(differences.map(({ kind }) => kind));
    for (const kind of ["other-name", "other-envelope", "other-type", "unknown-member"]) {
      expect(kinds, kind).toContain(kind);
    }
    expect(differences.filter(({ severity }) => severity === "breaking")).toEqual([]);
    expect(silences.find(({ question }) => question === "customer-members")?.findings).not.toEqual([]);
    for (const one of differences)
      expect(one).toMatchObject({ environment: "production", requestID: expect.any(String) });
  });

  test("the behaviour of one environment contains nothing from the other environment", async () => {
    const { answers, differences } = await read("sandbox");
    expect({ answers, differences }).toEqual({ answers: 0, differences: [] });
  });

  test("an editor decides about a difference with a reason, a viewer cannot, and the audit log contains both decisions", async () => {
    const [difference] = (await read()).differences;
    const differenceID = difference?.differenceID ?? "";
    const body = { decision: "accepted-here", reason: "known since the pilot" };
    expect((await decide(differenceID, body, "viewer")).status).toBe(403);
    expect((await decide(differenceID, { ...body, reason: " " })).status).toBe(400);
    expect((await decide("0123456789abcdef01234567", body)).status).toBe(404);
    const answer = await decide(differenceID, body);
    expect(answer.status).toBe(200);
    const decided = (await read()).differences.find((one) => one.differenceID === differenceID);
    expect(decided?.decision).toMatchObject({ ...body, by: "editor@test.example" });

    await decide(differenceID, { decision: "reopened", reason: "it breaks the export" });
    const opened = (await read()).differences.find((one) => one.differenceID === differenceID);
    expect(opened).not.toHaveProperty("decision");
    const events = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "difference.decided");
    expect(events.map(({ after }) => after)).toMatchObject([body, { decision: "reopened" }]);
    expect(events[0]).toMatchObject({ target: { kind: "difference", id: differenceID }, environment: "production" });
  });

  test("the learned behaviour outlives its process, and the results of two processes are merged", async () => {
    const before = await read();
    const answersTo = (one: typeof before, operation: string) =>
      one.operations.find((each) => each.operation === operation)?.statuses[0]?.answers;
    const rows = await queryStore(
      console.databaseUrl,
      `select "profile" from "apiProfiles" where "environment" = 'production' and "operation" = 'GET /jobs'`,
    );
    // The page shows what the store contains, not only what this process has learned. The test makes the store contain
    // 300 times as many answers, as if another replica had stored them.
    const kept = String((rows[0] as { profile: string }).profile);
    const more = kept.replace(/"answers":\{"count":1/, '"answers":{"count":300');
    expect(more).not.toBe(kept);
    await queryStore(
      console.databaseUrl,
      `update "apiProfiles" set "profile" = '${more.replaceAll("'", "''")}' where "operation" = 'GET /jobs'`,
    );
    // The console may count an answer without examining it (see above), so the poll repeats the request.
    const answersAfterOneMore = async () => {
      await get("/api/production/jobs");
      return answersTo(await read(), "GET /jobs");
    };
    await expect.poll(answersAfterOneMore, { interval: 1_000 }).toBeGreaterThan(300);
    expect(answersTo(await read(), "GET /customers")).toBe(answersTo(before, "GET /customers"));
  });

  test("the behaviour can be downloaded as OpenAPI 3.1", async () => {
    const answer = await get("/api/production/profile/openapi");
    expect(await answer.json()).toMatchObject({
      openapi: "3.1.0",
      paths: { "/customers": { get: expect.anything() } },
    });
  });
});
