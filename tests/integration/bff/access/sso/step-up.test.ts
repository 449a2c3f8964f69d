import { expect, test } from "vitest";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import { openDatabase } from "#server/database/open-database.ts";
import { testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { byRoles, kim, nowSeconds, openSsoSuite, problemIn } from "#tests/fixtures/sso/sso-suite.ts";

const sso = openSsoSuite();

const dangerous = (routes as readonly AnyRoute[]).filter((route) => route.dangerous);

test("an old or missing auth_time blocks every dangerous route, and a new sign-in at the provider opens them", async () => {
  const console = await sso.open(byRoles);
  const grants = [
    kim({ roles: ["administrator"], auth_time: nowSeconds() - 1_200 }),
    kim({ roles: ["administrator"] }),
  ];
  const ask = ({ method, path }: AnyRoute, cookie: string | undefined) =>
    console.send(method, path.replace(":environment", "sandbox").replace(/:\w+/g, "none"), { cookie, body: {} });
  for (const grant of grants) {
    const { cookie } = await console.comeBack(grant);
    for (const route of dangerous) {
      const refused = await ask(route, cookie);
      expect([route.key, refused.status, await refused.json()]).toMatchObject([
        route.key,
        403,
        { code: "step_up_required", detail: expect.stringContaining("single sign-on") },
      ]);
    }
    const start = "stepUp=true&return=/account";
    const { location } = await console.start(start, cookie);
    expect(Object.fromEntries(new URL(location).searchParams)).toMatchObject({ max_age: "0", prompt: "login" });
    for (const authTime of [undefined, nowSeconds() - 601, nowSeconds() + 3_600]) {
      const stale = await console.comeBack(kim({ auth_time: authTime }), { start, cookie });
      expect(problemIn(stale.location)).toBe("stale_auth_time");
    }
    const another = await console.comeBack({ ...kim({ auth_time: nowSeconds() }), subject: "lee" }, { start, cookie });
    expect(problemIn(another.location)).toBe("another_person");
    for (const route of dangerous) expect((await ask(route, cookie)).status).toBe(403);
    const proved = await console.comeBack(kim({ auth_time: nowSeconds() }), { start, cookie });
    expect(proved.location).toBe("/account");
    // Reads the answer as text, because some answers have no body.
    for (const route of dangerous) expect(await (await ask(route, cookie)).text()).not.toContain("step_up_required");
  }
});

test("a fresh auth_time at sign-in counts as the proof, and the use of a second factor is stored", async () => {
  const console = await sso.open({ ...byRoles, SECOND_FACTOR_ACR: "gold" });
  const { cookie } = await console.comeBack(
    kim({ roles: ["administrator"], auth_time: nowSeconds() - 60, amr: ["pwd", "mfa"] }),
  );
  const answer = await console.send("POST", "/api/staff", { cookie, body: {} });
  expect(answer.status).toBe(400);
  for (const own of [{ acr: "gold" }, { acr: "silver" }, { amr: "mfa" }]) {
    await console.comeBack(kim({ roles: ["administrator"], ...own }));
  }
  const { db, close } = await openDatabase<{ sessions: { ssoSecondFactor: number; createdAt: number } }>(
    console.databaseUrl,
    { readOnly: true },
  );
  const rows = await db.selectFrom("sessions").select("ssoSecondFactor").orderBy("createdAt").execute();
  await close();
  expect(rows.map((row) => row.ssoSecondFactor).sort()).toEqual([0, 0, 1, 1]);
});

test("a person of single sign-on has no password and cannot prove their identity with one", async () => {
  const console = await sso.open(byRoles);
  const { cookie } = await console.comeBack(kim());
  const answer = await console.send("POST", "/api/session/step-up", { cookie, body: { password: testPassword } });
  expect(answer.status).toBe(403);
});
