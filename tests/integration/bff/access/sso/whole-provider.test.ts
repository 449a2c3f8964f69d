import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { quirksClient } from "#tests/fixtures/sso/quirks-provider.ts";
import { startWholeProvider } from "#tests/fixtures/sso/start-whole-provider.ts";

let console: TestBff;
let provider: Awaited<ReturnType<typeof startWholeProvider>>;
/** The HTTP server of the console. The provider needs it to send logout tokens directly to the console. */
let listener: Server;
let origin: string;

beforeEach(async () => {
  // The provider warns that it stores everything only in memory.
  vi.spyOn(globalThis.console, "warn").mockImplementation(() => {});
  listener = createServer(async (incoming, outgoing) => {
    let body = "";
    for await (const chunk of incoming) body += chunk;
    const headers = { "content-type": incoming.headers["content-type"] ?? "" };
    const answer = await console.bff.fetch(new Request(`${origin}${incoming.url}`, { method: "POST", headers, body }));
    outgoing.writeHead(answer.status).end();
  }).listen(0, "127.0.0.1");
  await once(listener, "listening");
  origin = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  provider = await startWholeProvider(origin);
  console = await createTestBff({
    variables: {
      PUBLIC_ORIGIN: origin,
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: quirksClient.id,
      OIDC_CLIENT_SECRET: quirksClient.secret,
      OIDC_ROLE_CLAIM: "roles",
    },
  });
});

afterEach(async () => {
  await console.close();
  provider.close();
  listener.close();
});

/** A browser that talks to the provider. It stores cookies, and does not follow redirects. */
function createBrowser() {
  const cookies = new Map<string, string>();
  return async (address: string, form?: Record<string, string>): Promise<Response> => {
    const response = await fetch(new URL(address, provider.issuer), {
      redirect: "manual",
      headers: { cookie: [...cookies].map((pair) => pair.join("=")).join("; ") },
      ...(form && { method: "POST", body: new URLSearchParams(form) }),
    });
    for (const header of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      if (value === "") cookies.delete(name);
      else cookies.set(name, value);
    }
    return response;
  };
}

/** Goes to the provider, signs in there, and returns to the console. */
async function round(browser: ReturnType<typeof createBrowser>, query: string, login: string, cookie = "") {
  const started = await console.send("GET", `/api/sso/start?${query}`, { cookie });
  const kept = started.headers.getSetCookie()[0]?.split(";", 1)[0] ?? "";
  const asked: string[] = [];
  let address = started.headers.get("location") ?? "";
  while (!address.startsWith(origin)) {
    const page = await browser(address);
    const prompt = page.status === 200 ? /name="prompt" value="(\w+)"/.exec(await page.text())?.[1] : undefined;
    if (prompt !== undefined) asked.push(prompt);
    const next = prompt === undefined ? page : await browser(address, { prompt, login, password: "anything" });
    address = next.headers.get("location") ?? origin;
  }
  const { pathname, search } = new URL(address);
  const back = await console.send("GET", `${pathname}${search}`, { cookie: `${kept}; ${cookie}` });
  const session = back.headers.getSetCookie().find((header) => /^switchboard=./.test(header));
  return { location: back.headers.get("location"), cookie: session?.split(";", 1)[0], asked };
}

test("a person signs in, proves their identity again, and signing out at the provider signs them out here", async () => {
  const browser = createBrowser();
  const signedIn = await round(browser, "return=/sandbox", "administrator");
  expect(signedIn).toMatchObject({ location: "/sandbox", asked: ["login", "consent"] });
  const { cookie } = signedIn;
  const statusOfSession = async () => (await console.send("GET", "/api/session", { cookie })).status;
  const dangerous = () => console.send("POST", "/api/staff", { cookie, body: {}, headers: { origin } });
  expect([await statusOfSession(), (await dangerous()).status]).toEqual([200, 403]);
  const proved = await round(browser, "stepUp=true&return=/account", "administrator", cookie);
  expect(proved).toMatchObject({ location: "/account", asked: ["login"] });
  expect((await dangerous()).status).toBe(400);
  const xsrf = /name="xsrf" value="(\w+)"/.exec(await (await browser("/session/end")).text())?.[1] ?? "";
  await browser("/session/end/confirm", { xsrf, logout: "yes" });
  await expect.poll(statusOfSession).toBe(401);
});

test("a person without a role is refused, even if the provider accepts them", async () => {
  const { location, cookie } = await round(createBrowser(), "return=/sandbox", "visitor");
  expect([location, cookie]).toEqual(["/sign-in?problem=no_role&provider=sso&returnTo=%2Fsandbox", undefined]);
});
