import { afterAll, beforeAll, expect, test } from "vitest";
import type { PolicyAnswer } from "#lib/contract/access/policy.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { readAudit } from "#tests/fixtures/read-audit.ts";

const provider = {
  OIDC_ISSUER: "http://127.0.0.1:9",
  OIDC_CLIENT_ID: "switchboard",
  OIDC_CLIENT_SECRET: "provider-secret",
  PUBLIC_ORIGIN: "http://localhost:3000",
};
const staff = [
  { email: "ada@test.example", role: "administrator" as const },
  { email: "vera@test.example", role: "viewer" as const },
];

let console: TestBff;
let cookie: string;
beforeAll(async () => {
  console = await createTestBff({ variables: provider, staff });
  cookie = await console.signIn("ada@test.example");
});
afterAll(() => console.close());

const read = async () => (await (await console.send("GET", "/api/policy", { cookie })).json()) as PolicyAnswer;

async function change(wanted: Record<string, unknown>, on = console, as = cookie) {
  const { policy } = (await (await on.send("GET", "/api/policy", { cookie: as })).json()) as PolicyAnswer;
  const body = { secondFactorRequired: false, ssoRequired: false, version: policy.version, ...wanted };
  const answer = await on.send("PUT", "/api/policy", { cookie: as, body });
  return { status: answer.status, body: await answer.json() };
}

test("single sign-on cannot be required without a break-glass administrator, nor with a viewer in this role", async () => {
  expect(await change({ ssoRequired: true })).toMatchObject({
    status: 400,
    body: { code: "invalid_request", errors: [{ field: "breakGlassStaffID" }] },
  });
  const events = (await readAudit(console.databaseUrl)).length;
  expect(await change({ ssoRequired: true, breakGlassStaffID: "nobody" })).toMatchObject({
    status: 400,
    body: { errors: [{ field: "breakGlassStaffID" }] },
  });
  expect((await read()).policy.ssoRequired).toBe(false);
  expect((await readAudit(console.databaseUrl)).length).toBe(events);
});

test("single sign-on cannot be required without a configured provider", async () => {
  const without = await createTestBff({ staff });
  const own = await without.signIn("ada@test.example");
  expect(await change({ ssoRequired: true }, without, own)).toMatchObject({
    status: 400,
    body: { errors: [{ field: "ssoRequired" }] },
  });
  await without.close();
});

test("a policy change is recorded with the old and the new policy, and only succeeds on the version that was read", async () => {
  const { policy: before, candidates, providers } = await read();
  expect(providers).toHaveLength(1);
  expect(candidates.map(({ email }) => email)).toEqual(["ada@test.example"]);
  const breakGlassStaffID = candidates[0]?.staffID;
  expect((await change({ breakGlassStaffID })).status).toBe(200);
  expect(await change({ ssoRequired: true, breakGlassStaffID, version: before.version })).toMatchObject({
    status: 409,
    body: { code: "policy_changed" },
  });
  const changed = await change({ ssoRequired: true, breakGlassStaffID });
  expect(changed).toMatchObject({ status: 200, body: { policy: { ssoRequired: true, breakGlassStaffID } } });
  const events = (await readAudit(console.databaseUrl)).filter(({ action }) => action === "policy.changed");
  expect(events).toMatchObject([
    { before, after: { ssoRequired: false, breakGlassStaffID, version: before.version + 1 } },
    {
      actor: { email: "ada@test.example" },
      before: { ssoRequired: false, breakGlassStaffID, version: before.version + 1 },
      after: { ssoRequired: true, breakGlassStaffID, version: before.version + 2 },
    },
  ]);
  // Ada is now the only person who may sign in with a password. She has no second factor yet, so she is refused.
  expect((await console.send("GET", "/api/policy", { cookie })).status).toBe(403);
});
