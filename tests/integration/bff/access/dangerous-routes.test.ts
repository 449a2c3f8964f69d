import { afterAll, beforeAll, expect, test } from "vitest";
import { recentFactorMs } from "#lib/contract/console/session.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { createTestBff, createTestClock, type TestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { variablesFor } from "#tests/fixtures/other-api/start-console-before.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

const table: readonly AnyRoute[] = routes;
const dangerous = table.filter((route) => route.dangerous).map(({ key, method }) => ({ key, method }));
const clock = createTestClock();

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;

beforeAll(async () => {
  api = await startOtherApi({ customers: 1 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: variablesFor(api),
    clock,
    staff: [
      { email: "administrator@test.example", role: "administrator" },
      { email: "viewer@test.example", role: "viewer" },
    ],
  });
});

afterAll(async () => {
  await console.close();
  await api.close();
});

test.each(dangerous)("$key needs a recent proof of identity", async ({ key, method }) => {
  const { path, body, headers, status } = accessCases[key] as AccessCase;
  const cookie = await console.signIn("administrator@test.example");
  const send = () => console.send(method, path, { body, cookie, ...(headers ? { headers } : {}) });
  clock.advance(recentFactorMs);
  const refused = await send();
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: "step_up_required" }]);
  await console.send("POST", "/api/session/step-up", { cookie, body: { password: testPassword } });
  expect((await send()).status).toBe(status);
  clock.advance(60_000);
});
