import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import { roles } from "#lib/contract/values/access/roles.ts";
import { guidePage } from "#lib/guide-topics.ts";
import { api, pages } from "#lib/paths.ts";
import { configuredVariables } from "#tests/e2e/helpers/target.ts";
import type { AccessCase } from "#tests/fixtures/console/access-cases/access-case.ts";
import { accessCases } from "#tests/fixtures/console/access-cases/access-cases.ts";
import { addStaff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { crossSiteVariants } from "#tests/fixtures/console/network/cross-site-variants.ts";
import { startNext } from "#tests/fixtures/console/processes/start-next.ts";
import { ConsoleDidNotStart, type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";
import { otherNumbersPath } from "#tests/fixtures/other-api/answer-resources.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/**
 * The console must behave the same, whichever way it is started. `next start` needs the build. The tests need no
 * browser.
 */
const ways = [
  { name: "the host", start: startConsole, hasOwnTable: false },
  { name: "next start", start: startNext, hasOwnTable: true },
];

for (const { name, start, hasOwnTable } of ways) {
  test.describe(`the console started by ${name} @demo`, () => {
    test.describe.configure({ mode: "serial" });
    let folder: string;
    let otherApi: Awaited<ReturnType<typeof startOtherApi>>;
    let console: RunningConsole;

    test.beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), "switchboard-ways-"));
      otherApi = await startOtherApi({ customers: 20 });
      const DATABASE_URL = `sqlite:${join(folder, "console.db")}`;
      await addStaff(DATABASE_URL, [
        ...roles.map((role) => ({ email: `${role}@test.example`, role })),
        { email: "vera@test.example", role: "viewer" },
      ]);
      console = await start({
        env: {
          ...configuredVariables(otherApi.origin, otherApi.keys),
          BOOTSTRAP_ADMIN_EMAIL: undefined,
          BOOTSTRAP_ADMIN_PASSWORD: undefined,
          PROVISIONING_NUMBERS_PATH: otherNumbersPath,
          DATABASE_URL,
          TRUSTED_PROXIES: "127.0.0.1,::1",
          SECURITY_CONTACT: "security@test.example",
        },
      });
    });

    test.afterAll(async () => {
      await console.close();
      await otherApi.close();
      rmSync(folder, { recursive: true, force: true });
    });

    /** Sends a request as the console's own pages do. A header with an empty value is not sent. */
    const send = (method: string, path: string, given: { body?: unknown; headers?: Record<string, string> } = {}) => {
      const headers = { origin: console.origin, "x-switchboard": "1", "content-type": "application/json" };
      const all = Object.entries({ ...headers, ...given.headers }).filter(([, value]) => value !== "");
      const text = typeof given.body === "string" ? given.body : JSON.stringify(given.body);
      const body = given.body === undefined ? null : text;
      return fetch(`${console.origin}${path}`, {
        method,
        headers: all as [string, string][],
        body,
        redirect: "manual",
      });
    };

    const signIn = (email: string, password = testPassword, headers: Record<string, string> = {}) =>
      send("POST", api.session(), { body: { email, password }, headers });

    const cookieFor = async (who: string): Promise<string> => {
      const response = await signIn(`${who}@test.example`);
      expect(response.status).toBe(204);
      return response.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
    };

    /** Returns the status of an answer, and discards its body. */
    const statusOf = async (response: Response) => {
      await response.body?.cancel();
      return response.status;
    };

    const requests = Object.entries(accessCases) as [key: string, AccessCase][];
    const methodOf = (key: string) => key.split(" ", 1)[0] ?? "";

    // The tests in `tests/integration` check the route table for every role and every variant. Here each route under
    // `next start` is called three times: without a session, with a session, and from another site.
    if (hasOwnTable) {
      test("every route follows the policy", async () => {
        for (const who of ["anonymous", "viewer"]) {
          let cookie = "";
          for (const [key, { path, body, headers, open, status }] of requests) {
            // The previous route may have ended the session.
            if (
              who !== "anonymous" &&
              (await statusOf(await send("GET", api.session(), { headers: { cookie } }))) !== 200
            )
              cookie = await cookieFor(who);
            const answered = await statusOf(await send(methodOf(key), path, { body, headers: { ...headers, cookie } }));
            const refused = who === "anonymous" ? 401 : 403;
            expect([who, key, answered]).toEqual([who, key, open.includes(who) ? status : refused]);
          }
        }
      });

      test("every change from another site is refused", async () => {
        const cookie = await cookieFor("administrator");
        const variants = crossSiteVariants(console.origin);
        // Leaves out two routes. A server sends the back-channel logout, so the request has no Origin header, and its
        // body identifies the sender. The route of assistants refuses every cookie.
        const withoutCookie = ["POST /api/sso/backchannel-logout", "POST /api/mcp"];
        const changes = requests.filter(([key]) => methodOf(key) !== "GET" && !withoutCookie.includes(key));
        expect(changes.length).toBeGreaterThan(variants.length);
        for (const [index, [key, { path, body, headers }]] of changes.entries()) {
          const [what, wrong] = variants[index % variants.length] ?? ["", {}];
          const all = { ...headers, cookie, ...wrong };
          const response = await send(methodOf(key), path, { body, headers: all });
          expect([key, what, response.status]).toEqual([key, what, 403]);
          expect(await response.json()).toMatchObject({ code: "cross_site_request" });
        }
        expect(await statusOf(await send("GET", api.session(), { headers: { cookie } }))).toBe(200);
      });
    }

    test("failed sign-ins lock an account for the network address that a trusted proxy names", async () => {
      const from = (address: string) => ({ "x-forwarded-for": address });
      for (let count = 0; count < 5; count += 1) {
        // The client may have invented all addresses in this header except the last one, which the proxy has added.
        const headers = from(`198.51.100.${count}, 203.0.113.7`);
        expect(await statusOf(await signIn("vera@test.example", "wrong", headers))).toBe(401);
      }
      expect(await statusOf(await signIn("vera@test.example", testPassword, from("203.0.113.7")))).toBe(429);
      const elsewhere = await signIn("vera@test.example", testPassword, from("203.0.113.8"));
      expect(await statusOf(elsewhere)).toBe(204);
      expect(elsewhere.headers.getSetCookie()).toEqual([
        expect.stringMatching(/^switchboard=[^;]+; Path=\/; HttpOnly; SameSite=Lax$/),
        expect.stringMatching(/^switchboard-browser=[^;]+; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Strict$/),
      ]);
    });

    test("a thread filters the customers that an answer has shown", async () => {
      const cookie = await cookieFor("viewer");
      const list = (query: Record<string, string>) =>
        send("GET", api.customers("sandbox", new URLSearchParams(query)), { headers: { cookie } });
      expect(await statusOf(await list({ limit: "100", datefrom: "1970-01-01" }))).toBe(200);
      const plans = async () => {
        const { customers } = await (await list({ plan: "professional" })).json();
        return customers.map(({ contract }: { contract: { plan: string } }) => contract.plan);
      };
      await expect.poll(plans).not.toEqual([]);
      expect(new Set(await plans())).toEqual(new Set(["professional"]));
    });

    test("a broken cookie and the cookie of a signed-out session give no access", async () => {
      const cookie = await cookieFor("viewer");
      const flipped = cookie.replace(/.(?=.{40}$)/, (character) => (character === "a" ? "b" : "a"));
      expect(await statusOf(await send("GET", api.session(), { headers: { cookie: flipped } }))).toBe(401);
      expect(await statusOf(await send("DELETE", api.session(), { headers: { cookie } }))).toBe(204);
      expect(await statusOf(await send("GET", api.session(), { headers: { cookie } }))).toBe(401);
    });

    /** Sends bytes unchanged, and returns the answer as text. */
    const raw = async (lines: readonly string[]): Promise<string> => {
      const { port } = new URL(console.origin);
      const socket = connect(Number(port), "127.0.0.1").setEncoding("utf8");
      // The socket stays open for writing, because Next aborts a page whose client has closed its side of the
      // connection.
      socket.write(`${lines.join("\r\n")}\r\n\r\n`);
      let answer = "";
      socket.on("data", (text) => {
        answer += text;
      });
      await once(socket, "close");
      return answer;
    };
    const rawRequest = (line: string, ...headers: string[]) => [
      `${line} HTTP/1.1`,
      "Host: evil.example",
      "Connection: close",
      ...headers,
    ];

    test("both ways of starting refuse hostile requests in the same way", async () => {
      for (const [line, status] of [
        ["GET http://evil.example/api/session", 400],
        ["GET http://evil.example/sign-in", 400],
        ["OPTIONS *", 400],
        ["GET /%zz", 404],
        ["POST /sign-in", 405],
        ["TRACE /sign-in", 405],
        ["GET /_next/image?url=%2Fx&w=64&q=75", 404],
        ["GET /_global-error", 404],
        ["GET /__nextjs_attach-nodejs-inspector", 404],
        ["GET /_next/mcp", 404],
        ["GET /_next/static/../mcp", 404],
        ["GET /api/nothing", 404],
        ["DELETE /api/health", 405],
      ] as const) {
        const answer = await raw(rawRequest(line, "Content-Length: 0"));
        expect([line, answer.slice(9, 12)]).toEqual([line, String(status)]);
        expect(answer).toMatch(/x-request-id: [0-9a-f-]{36}/i);
        expect(answer).toMatch(/content-security-policy: default-src 'none'/i);
      }
      const large = await raw(rawRequest("GET /api/session", `Cookie: switchboard=${"x".repeat(65_536)}`));
      expect(large).toMatch(/^HTTP\/1\.1 431 /);
      const upgrade = await raw([
        "GET /sign-in HTTP/1.1",
        "Host: x",
        "Connection: Upgrade, close",
        "Upgrade: websocket",
      ]);
      expect(upgrade).toMatch(/^HTTP\/1\.1 200 /);
    });

    test("security.txt names the contact, and change-password leads to the form", async () => {
      const securityText = await send("GET", "/.well-known/security.txt");
      expect(await securityText.text()).toMatch(
        /^Contact: mailto:security@test\.example\nExpires: \d{4}-\d\d-\d\dT00:00:00Z\n$/,
      );
      const change = await send("GET", "/.well-known/change-password");
      expect([change.status, change.headers.get("location")]).toEqual([302, pages.account()]);
      expect(await statusOf(await send("GET", "/.well-known/not-here"))).toBe(404);
    });

    test("a signed-in person reads the guide of this version, with the policy of every page", async () => {
      expect(await statusOf(await send("GET", guidePage("faq")))).toBe(307);
      const cookie = await cookieFor("viewer");
      const answer = await send("GET", guidePage("faq"), { headers: { cookie } });
      const [, nonce] =
        /'nonce-([^']+)' 'strict-dynamic'/.exec(answer.headers.get("content-security-policy") ?? "") ?? [];
      const html = await answer.text();
      expect(html).toContain('<h1 id="questions-and-answers">');
      const scripts = html.match(/<script[^>]*>/g) ?? [];
      expect(scripts).toHaveLength(2);
      for (const script of scripts) expect(script).toContain(`nonce="${nonce}" src=`);
    });

    test("a page ignores a client's claims about itself, and redirects nobody to another site", async () => {
      const forged = ["X-Forwarded-Host: evil.example", "X-Forwarded-Proto: https", "X-Nonce: evil", "RSC: 0"];
      for (const path of ["/", pages.customers("production"), "//evil.example/x"]) {
        const answer = await raw(rawRequest(`GET ${path}`, ...forged, "Purpose: prefetch"));
        const location = /^location: (.*)\r$/im.exec(answer)?.[1] ?? "";
        expect(new URL(location, console.origin).hostname).toMatch(/^(localhost|127\.0\.0\.1)$/);
      }
      const page = await raw(rawRequest(`GET ${pages.signIn()}`, ...forged, "X-Middleware-Subrequest: proxy"));
      expect(page).toMatch(/content-security-policy: [^\r]*'nonce-(?!evil)[^\r]*'strict-dynamic'/i);
      expect(page).not.toContain("evil");
    });

    test("request bodies of signed-out clients use no memory", async () => {
      // The test reads memory from `/proc`, which only Linux has.
      if (process.platform !== "linux") return;
      const rssMB = () =>
        Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${console.pid}/status`, "utf8"))?.[1]) / 1_024;
      const before = rssMB();
      const { port } = new URL(console.origin);
      const chunk = "x".repeat(1_024 * 1_024);
      const sockets = Array.from({ length: 30 }, (_, index) => {
        const socket = connect(Number(port), "127.0.0.1");
        socket.on("error", () => {});
        const path = index % 2 === 0 ? "/api/sandbox/customers" : pages.signIn();
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${13 * chunk.length}\r\n\r\n`);
        // Sends almost all of the body, so that no request ends before the memory is measured.
        for (let count = 0; count < 12; count += 1) socket.write(chunk);
        return socket;
      });
      const answers = await Promise.all(sockets.map(async (socket) => String((await once(socket, "data"))[0])));
      expect(new Set(answers.map((answer) => answer.slice(9, 12)))).toEqual(new Set(["403", "405"]));
      // Each request was answered, and the rest of its body was read or refused.
      expect(rssMB() - before).toBeLessThan(150);
      for (const socket of sockets) socket.destroy();
    });
  });
}

test.describe("next start @demo", () => {
  /** Returns the output of a console that did not start. */
  const refusal = async (options: Parameters<typeof startNext>[0]): Promise<string> => {
    try {
      const console = await startNext(options);
      await console.close();
    } catch (error) {
      if (error instanceof ConsoleDidNotStart && error.exitCode === 1) return error.said;
      throw error;
    }
    return "it started";
  };

  test("next start refuses demo mode, whatever addresses its options name", async () => {
    expect(await refusal({})).toContain("Demo mode needs Switchboard's own server");
    const repeated = ["-H", "127.0.0.1", "--hostname=127.0.0.1", "-H", "0.0.0.0"];
    expect(await refusal({ flags: repeated })).toContain("Demo mode needs Switchboard's own server");
  });

  test("next start needs PUBLIC_ORIGIN", async () => {
    const keys = { production: { keyID: "a", secret: "b" }, sandbox: { keyID: "c", secret: "d" } };
    const env = { ...configuredVariables("http://127.0.0.1:9", keys), PUBLIC_ORIGIN: undefined };
    expect(await refusal({ env })).toContain("PUBLIC_ORIGIN must be set");
  });
});
