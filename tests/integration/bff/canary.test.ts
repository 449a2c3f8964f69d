import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import type { AnyRoute } from "#server/bff/route.ts";
import { routes } from "#server/bff/routes.ts";
import { createTestBff, testPassword } from "#tests/fixtures/create-test-bff.ts";

const canaries = {
  keyID: "canary-key-4b1f7a52",
  secret: "canary-secret-93c0d7e1",
  token: "canary-token-5e8a2b6c",
  sessionSecret: "canary-session-secret-7d41f0b89e35",
};

let server: Server;

afterEach(() => new Promise<void>((resolve) => server.close(() => resolve())));

/** An API that betrays what it is told: it echoes keys and tokens in the ways that APIs do. */
async function startTraitor(mode: string): Promise<string> {
  server = createServer((request, response) => {
    let sent = "";
    request.on("data", (chunk) => {
      sent += chunk;
    });
    request.on("end", () => {
      const echo = `${request.headers.authorization ?? ""} ${sent}`;
      const isAuth = request.url?.endsWith("/auth") ?? false;
      const json = (status: number, body: unknown) =>
        response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
      const html = (status: number) =>
        response.writeHead(status, { "content-type": "text/html" }).end(`<h1>${echo}</h1>`);
      if (isAuth && mode === "auth 400") json(400, { message: echo });
      else if (isAuth && mode === "auth HTML") html(200);
      else if (isAuth) json(200, { access_token: canaries.token, token_type: "Bearer", expires_in: 600 });
      else if (mode === "401") json(401, { message: echo });
      else if (mode === "400") json(400, [echo, `bad token ${canaries.token}`]);
      else if (mode === "500") html(500);
      else if (mode === "HTML 200") html(200);
      else if (mode === "reset") request.socket.destroy();
      else if (mode === "redirect") response.writeHead(302, { location: `/${canaries.token}` }).end();
      else json(200, { customers: [{ customerID: "c1", companyName: "Fine" }], total: 1, limit: 25, offset: 0 });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test.each(["auth 400", "auth HTML", "401", "400", "500", "HTML 200", "reset", "redirect", "fine"])(
  "with an API that answers %s, no key, secret, token or password reaches an answer or the log",
  async (mode) => {
    const console = await createTestBff({
      baseUrl: await startTraitor(mode),
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
  },
);
