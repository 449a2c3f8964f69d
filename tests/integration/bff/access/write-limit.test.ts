import { describe, expect, onTestFinished, test } from "vitest";
import { problemSchema } from "#lib/contract/errors.ts";
import { maxWritesAMinute } from "#server/bff/access/limits/write-limit.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { createTestBff, testOrigin, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";

const view = { name: "", query: "", shared: false };
const staff = ["edith", "emil"].map((name) => ({ email: `${name}@test.example`, role: "editor" as const }));

describe.each(testDialects.map((dialect) => ({ dialect })))("changes of one person on $dialect", ({ dialect }) => {
  test("changes are refused with a retry time once the person's limit is reached; changes of other people are not", async () => {
    const console = await createTestBff({ staff, dialect });
    onTestFinished(console.close);
    const cookie = await console.signIn("edith@test.example");
    const [other, another] = await Promise.all([1, 2].map(() => console.signIn("edith@test.example")));
    // All these requests are invalid. Refused requests count too.
    const send = (as = cookie) => console.send("POST", "/api/views", { body: view, cookie: as });
    const first = await Promise.all(Array.from({ length: maxWritesAMinute }, () => send()));
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([400]));

    for (const session of [cookie, other, another]) {
      const refused = await send(session);
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get("retry-after"))).toBeGreaterThanOrEqual(1);
      const problem = problemSchema.parse(await refused.json());
      expect(problem).toMatchObject({ code: "too_many_writes", retryAt: expect.any(String) });
    }
    expect((await send(await console.signIn("emil@test.example"))).status).toBe(400);
    // The audit log records an export, so an export counts as a write.
    const exported = await console.send("GET", "/api/sandbox/operations/export", { cookie });
    expect([exported.status, problemSchema.parse(await exported.json()).code]).toEqual([429, "too_many_writes"]);
    // A person who has reached the limit can still read and sign out.
    expect((await console.send("GET", "/api/views", { cookie })).status).toBe(200);
    expect((await console.send("POST", "/api/session/extend", { cookie })).status).toBe(200);
    expect((await console.send("DELETE", "/api/session", { cookie })).status).toBe(204);
  });
});

test("successful sign-ins of one person have a limit, and do not count as changes of the person", async () => {
  const console = await createTestBff({ staff });
  onTestFinished(console.close);
  const signIn = () =>
    console.send("POST", "/api/session", { body: { email: "edith@test.example", password: testPassword } });
  const cookie = await console.signIn("edith@test.example");
  let answer = await signIn();
  for (let count = 2; answer.status === 204 && count <= maxWritesAMinute; count += 1) answer = await signIn();
  expect(answer.status).toBe(429);
  expect(problemSchema.parse(await answer.json())).toMatchObject({ code: "too_many_writes" });
  expect((await console.send("POST", "/api/views", { body: view, cookie })).status).toBe(400);
});

describe.skipIf(!testDialects.includes("postgres"))("changes of one person on two replicas", () => {
  test("two replicas count the changes of one person together", async () => {
    const console = await createTestBff({ staff, dialect: "postgres" });
    onTestFinished(console.close);
    const second = await createBff(
      parseEnv({
        KNOWN_CALLS_PER_MINUTE: "0",
        PROVISIONING_BASE_URL: "http://127.0.0.1:9",
        PROVISIONING_SANDBOX_KEY_ID: crypto.randomUUID(),
        PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
        SESSION_SECRET: "a secret that is long enough for a test",
        DATABASE_URL: console.databaseUrl,
      }),
      { log: createLog("silent") },
    );
    onTestFinished(() => second.close());
    const cookie = await console.signIn("edith@test.example");
    const body = JSON.stringify(view);
    const headers = { origin: testOrigin, "x-switchboard": "1", "content-type": "application/json", cookie };
    const sends = [
      () => console.send("POST", "/api/views", { body, cookie }),
      () => second.fetch(new Request(`${testOrigin}/api/views`, { method: "POST", headers, body })),
    ];
    const all = Array.from({ length: maxWritesAMinute + 10 }, (_, index) => sends[index % 2]?.());
    const statuses = (await Promise.all(all)).map((answer) => answer?.status);
    expect(statuses.filter((status) => status === 429)).toHaveLength(10);
  });
});
