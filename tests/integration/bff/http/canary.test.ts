import { expect, test } from "vitest";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/routes.ts";
import { createTestBff, testPassword } from "#tests/fixtures/create-test-bff.ts";
import { canaries, faults, startFaultyApi } from "#tests/fixtures/faulty-api.ts";

test.each(faults)(
  "with an API that answers %s, no key, secret, token or password reaches an answer or the log",
  async (mode) => {
    const api = await startFaultyApi();
    api.failWith(mode);
    const console = await createTestBff({
      baseUrl: api.origin,
      variables: {
        PROVISIONING_PRODUCTION_KEY_ID: canaries.keyID,
        PROVISIONING_PRODUCTION_SECRET: canaries.secret,
        SESSION_SECRET: canaries.sessionSecret,
      },
      staff: [{ email: "vera@test.example", role: "viewer" }],
    });
    const cookie = await console.signIn("vera@test.example");
    const seen: string[] = [];
    const keep = async (response: Response) => {
      seen.push(String(response.status), JSON.stringify([...response.headers]), await response.text());
    };
    const table: readonly AnyRoute[] = routes;
    // Signing out last: the others need the session.
    for (const { key, method, path } of table.toSorted(
      (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
    )) {
      const address = path.replace(":environment", "production");
      const body = { email: "vera@test.example", password: testPassword };
      await keep(await console.send(method, address, { cookie, ...(key === "POST /api/session" ? { body } : {}) }));
      await keep(await console.send(method, `${address}?unknown=1`, { cookie }));
    }
    // The session that was signed in anew has ended the first one: the page's data by a new one.
    const fresh = await console.signIn("vera@test.example");
    await keep(await console.send("GET", "/api/production/customers", { cookie: fresh }));
    await console.bff
      .perform("GET /api/:environment/customers", { cookieHeader: fresh, params: { environment: "production" } })
      .then(
        (value) => seen.push(JSON.stringify(value)),
        (error: Error) => seen.push(error.message, JSON.stringify({ ...error })),
      );
    expect(seen.join("\n")).toContain(mode === "fine" ? "Fine" : "upstream_");

    const everything = [...seen, ...console.logLines].join("\n");
    for (const canary of [...Object.values(canaries), testPassword]) expect(everything).not.toContain(canary);
    await console.close();
    await api.close();
  },
);
