import { SignJWT, UnsecuredJWT } from "jose";
import { beforeAll, describe, expect, test } from "vitest";
import { environmentPrefix, environments } from "#lib/contract/values/environments.ts";
import { createTestService, credentials, now } from "./test-service.ts";

let service: Awaited<ReturnType<typeof createTestService>>;
beforeAll(async () => {
  service = await createTestService();
});

async function ask(path: string, headers: Record<string, string>, method = "GET") {
  return service.app.request(path, { method, headers });
}

const bearer = (token: string) => ({ Authorization: `Bearer ${token}` });

describe.each(environments)("POST /auth of %s (specification, section 4.1)", (environment) => {
  const key = credentials[environment];
  const other = credentials[environment === "production" ? "sandbox" : "production"];

  test("POST /auth returns a token, its type and its lifetime in seconds", async () => {
    const response = await service.signIn(environment);
    expect(response.status).toBe(200);
    expect(await response.json()).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: "Bearer",
      expires_in: 900,
    });
  });

  test("each token is different, and each one works", async () => {
    const [first, second] = [await service.tokenOf(environment), await service.tokenOf(environment)];
    expect(first).not.toBe(second);
    for (const token of [first, second]) {
      expect((await ask(`${environmentPrefix[environment]}/customers`, bearer(token))).status).toBe(200);
    }
  });

  const refusals: [what: string, body: unknown, messages: string[]][] = [
    ["no members", {}, ["keyID must be a UUID", "secret must be text"]],
    ["no secret", { keyID: key.keyID }, ["secret must be text"]],
    ["an empty secret", { ...key, secret: "" }, ["secret must not be empty"]],
    ["a keyID that is no UUID", { ...key, keyID: "abc" }, ["keyID must be a UUID"]],
    ["a keyID of another type", { ...key, keyID: 5 }, ["keyID must be a UUID"]],
    ["an array", [], ["The body must be a JSON object with keyID and secret"]],
    ["null", null, ["The body must be a JSON object with keyID and secret"]],
    ["the wrong secret", { ...key, secret: "wrong" }, ["keyID and secret are not a key of this environment"]],
    ["an unknown key", { ...key, keyID: crypto.randomUUID() }, ["keyID and secret are not a key of this environment"]],
    ["the other environment's key", other, ["keyID and secret are not a key of this environment"]],
    [
      "the other environment's secret",
      { ...key, secret: other.secret },
      ["keyID and secret are not a key of this environment"],
    ],
  ];
  test.each(refusals)("POST /auth answers 400 and an array of messages for %s", async (_what, body, messages) => {
    const response = await service.signIn(environment, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(messages);
  });

  test("unknown members and a key ID in capitals cause no error", async () => {
    const body = { ...key, keyID: key.keyID.toUpperCase(), role: "administrator" };
    expect((await service.signIn(environment, body)).status).toBe(200);
  });
});

describe("the body of POST /auth (sections 4.1 and 7)", () => {
  const post = (body: string, headers: Record<string, string>) =>
    service.app.request("/v2/auth", { method: "POST", headers, body });
  const asJson = { "Content-Type": "application/json" };

  test.each([
    ["cut off", '{"keyID":', asJson, ["The body must be JSON"]],
    ["empty", "", asJson, ["The body must be JSON"]],
    ["a form", "keyID=1", { "Content-Type": "application/x-www-form-urlencoded" }, null],
    ["text", "{}", { "Content-Type": "text/plain" }, null],
  ])("a body that is %s is answered with 400", async (_what, body, headers, messages) => {
    const response = await post(body, headers);
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual(messages ?? ["The header Content-Type must be application/json"]);
  });

  test("a body with 10,000 levels is answered with 400", async () => {
    expect((await post("[".repeat(10_000) + "]".repeat(10_000), asJson)).status).toBe(400);
  });

  test("a charset in the content type is accepted", async () => {
    const headers = { "Content-Type": "application/json; charset=utf-8" };
    expect((await post(JSON.stringify(credentials.production), headers)).status).toBe(200);
  });

  test("a body larger than 64 KB is answered with 413 and a message", async () => {
    const response = await post(JSON.stringify({ ...credentials.production, secret: "x".repeat(65_536) }), asJson);
    expect(response.status).toBe(413);
    expect(await response.json()).toEqual({ message: "The body is larger than 65536 bytes." });
  });
});

describe("requests that get 401 (section 5)", () => {
  const secretKey = new TextEncoder().encode(credentials.production.secret);
  const claims = { iss: "provisioning-service", aud: "production", exp: now / 1000 + 900, iat: now / 1000 };
  const cases: [what: string, headers: () => Promise<Record<string, string>>][] = [
    ["no Authorization header", async () => ({})],
    ["an empty Authorization header", async () => ({ Authorization: "" })],
    ["the scheme Basic", async () => ({ Authorization: `Basic ${service.tokens.production}` })],
    ["the token without a scheme", async () => ({ Authorization: service.tokens.production })],
    ["the scheme without a token", async () => ({ Authorization: "Bearer" })],
    ["two tokens", async () => ({ Authorization: `Bearer ${service.tokens.production} x` })],
    ["a token that is not a JWT", async () => bearer("abc")],
    ["the token of the other environment", async () => bearer(service.tokens.sandbox)],
    ["a token with alg none", async () => bearer(new UnsecuredJWT(claims).encode())],
    [
      "a token that is signed with the secret itself",
      async () => bearer(await new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).sign(secretKey)),
    ],
    ["a changed signature", async () => bearer(`${service.tokens.production.slice(0, -4)}AAAA`)],
    [
      "a changed payload",
      async () => {
        const [head, , signature] = service.tokens.production.split(".");
        const payload = Buffer.from(JSON.stringify({ ...claims, exp: claims.exp + 9e6 })).toString("base64url");
        return bearer(`${head}.${payload}.${signature}`);
      },
    ],
  ];
  test.each(cases)("the service answers 401 for %s", async (_what, headers) => {
    const response = await ask("/v2/customers", await headers());
    expect(response.status).toBe(401);
    expect(response.headers.get("WWW-Authenticate")).toBe("Bearer");
    expect(await response.json()).toEqual({ message: expect.any(String) });
  });

  test("a token works exactly until its lifetime is over", async () => {
    const short = await createTestService({ tokenLifetimeSeconds: 5 });
    const statusAfter = async (ms: number) => {
      short.clock.nowMs = now + ms;
      return (await short.get("production", "/customers")).status;
    };
    expect([await statusAfter(0), await statusAfter(4_999), await statusAfter(5_000)]).toEqual([200, 200, 401]);
  });

  test("the scheme may be written in upper and lower case (RFC 9110)", async () => {
    expect((await ask("/v2/customers", { Authorization: `bearer ${service.tokens.production}` })).status).toBe(200);
  });

  test("a token still works after a restart", async () => {
    const again = await createTestService();
    const headers = bearer(service.tokens.production);
    expect((await again.app.request("/v2/customers", { headers })).status).toBe(200);
  });
});

describe("the order of refusals (interfaces, the provisioning service)", () => {
  const steps: [what: string, method: string, path: string, hasToken: boolean, status: number][] = [
    ["401 before the path", "GET", "/v2/nowhere", false, 401],
    ["401 before the method", "DELETE", "/v2/customers", false, 401],
    ["401 before the query", "GET", "/v2/customers?limit=0", false, 401],
    ["404 of the path before its method", "DELETE", "/v2/nowhere?limit=0", true, 404],
    ["405 before the query", "DELETE", "/v2/customers?limit=0", true, 405],
    ["400 for the query", "GET", "/v2/customers?limit=0", true, 400],
    ["405 for /auth, which needs no token", "GET", "/v2/auth", false, 405],
    ["404 outside of the environments", "GET", "/v1/customers", false, 404],
    ["404 for a prefix that only begins like an environment's", "GET", "/v2customers", false, 404],
    ["404 for an additional slash", "GET", "/v2/customers/", true, 404],
  ];
  test.each(steps)("the service applies the order: %s", async (_what, method, path, hasToken, status) => {
    const response = await ask(path, hasToken ? bearer(service.tokens.production) : {}, method);
    expect(response.status).toBe(status);
  });

  test("the answer 405 names the allowed methods", async () => {
    expect((await ask("/v2/auth", {})).headers.get("Allow")).toBe("POST");
    const response = await ask("/v2/customers", bearer(service.tokens.production), "DELETE");
    expect(response.headers.get("Allow")).toBe("GET, HEAD, POST");
    expect(await response.json()).toEqual({ message: "This path knows GET, HEAD, POST only." });
  });
});
