import { expect, test } from "vitest";
import { curlOf } from "#components/calls/curl.ts";
import type { CallList } from "#lib/contract/calls/call.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import { routes } from "#server/bff/rooms.ts";
import { canaries, faults, startFaultyApi } from "#tests/fixtures/api/faulty-api.ts";
import { createTestBff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";

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
      staff: [
        { email: "vera@test.example", role: "viewer" },
        { email: "ada@test.example", role: "administrator" },
      ],
    });
    const cookie = await console.signIn("vera@test.example");
    const administrator = await console.signIn("ada@test.example");
    const get = (address: string) => console.send("GET", address, { cookie: administrator });
    const { staff } = await (await get("/api/session")).json();
    const recording = { staffID: staff.staffID, on: true };
    await console.send("POST", "/api/calls/bodies", { cookie: administrator, body: recording });
    const seen: string[] = [];
    const keep = async (response: Response) => {
      seen.push(String(response.status), JSON.stringify([...response.headers]), await response.text());
    };
    const table: readonly AnyRoute[] = routes;
    // The sign-out comes last, because all other routes need the session.
    for (const { key, method, path } of table.toSorted(
      (a, b) => Number(a.method === "DELETE") - Number(b.method === "DELETE"),
    )) {
      const address = path.replace(":environment", "production");
      const body = { email: "vera@test.example", password: testPassword };
      await keep(await console.send(method, address, { cookie, ...(key === "POST /api/session" ? { body } : {}) }));
      await keep(await console.send(method, `${address}?unknown=1`, { cookie }));
    }
    // The sign-in above replaced the first session. So the page's data needs a new session.
    const fresh = await console.signIn("vera@test.example");
    await keep(await console.send("GET", "/api/production/customers", { cookie: fresh }));
    await console.bff
      .perform("GET /api/:environment/customers", { cookieHeader: fresh, params: { environment: "production" } })
      .then(
        (value) => seen.push(JSON.stringify(value)),
        (error: Error) => seen.push(error.message, JSON.stringify({ ...error })),
      );
    // Reads the API calls with their contents, and every file that can be made from them.
    await keep(await get("/api/production/customers?limit=1"));
    const { calls, address }: CallList = await (await get("/api/production/calls?limit=100")).json();
    expect(calls.length).toBeGreaterThan(0);
    if (mode === "fine") expect(calls.some(({ bodies }) => bodies?.response?.includes("Fine"))).toBe(true);
    seen.push(JSON.stringify(calls), ...calls.map((call) => curlOf(call, address)));
    await keep(await get("/api/production/calls/summary"));
    await keep(await get("/api/production/calls/export?format=har"));
    await keep(await get("/api/production/calls/export?format=har&view=/production/customers"));
    await keep(await get("/api/production/profile"));
    await keep(await get("/api/production/profile/openapi"));
    expect(seen.join("\n")).toContain(mode === "fine" ? "Fine" : "upstream_");

    const everything = [...seen, ...console.logLines].join("\n");
    for (const canary of [...Object.values(canaries), testPassword]) expect(everything).not.toContain(canary);
    await console.close();
    await api.close();
  },
);
