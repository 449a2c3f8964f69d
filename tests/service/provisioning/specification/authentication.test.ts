import { expect } from "vitest";
import { credentials } from "../test-service.ts";
import { expectMessage, section } from "./expect-rules.ts";

/** Tests every rule in section 5 of the Partner Provisioning API specification. */

section("5", [
  [
    "A client exchanges an API key ID and secret for a short-lived JWT via POST /auth (section 4.1).",
    async ({ signIn, raw, clock }) => {
      const { access_token: token, expires_in: seconds } = (await (await signIn()).json()) as {
        access_token: string;
        expires_in: number;
      };
      const status = async () => (await raw("GET", "/jobs", { Authorization: `Bearer ${token}` })).status;
      expect(await status()).toBe(200);
      clock.nowMs += seconds * 1000;
      expect(await status()).toBe(401);
    },
  ],
  [
    "The client sends the JWT on every other request as the header Authorization: Bearer <ACCESS_TOKEN>, against the same environment prefix that issued it.",
    async ({ raw, token, otherToken }) => {
      for (const path of ["/customers", "/jobs", "/webhooks", "/numbers"]) {
        expect((await raw("GET", path, { Authorization: `Bearer ${token}` })).status).toBe(200);
        expect((await raw("GET", path, { Authorization: `Bearer ${otherToken}` })).status).toBe(401);
        expect((await raw("GET", `${path}?access_token=${token}`)).status).toBe(401);
      }
    },
  ],
  [
    "expires_in is the token lifetime in seconds. The client requests a new token before expiry and does not wait for a 401.",
    async ({ raw, token, tokenOf, environment, clock }) => {
      clock.nowMs += 899_000;
      const next = await tokenOf(environment);
      for (const held of [token, next])
        expect((await raw("GET", "/jobs", { Authorization: `Bearer ${held}` })).status).toBe(200);
    },
  ],
  [
    "On 401 the client obtains a new JWT and retries once before treating the failure as a configuration error.",
    async ({ raw, token, tokenOf, environment, clock }) => {
      clock.nowMs += 900_000;
      expect((await raw("GET", "/jobs", { Authorization: `Bearer ${token}` })).status).toBe(401);
      const renewed = await tokenOf(environment);
      expect((await raw("GET", "/jobs", { Authorization: `Bearer ${renewed}` })).status).toBe(200);
    },
  ],
  [
    "The key ID and secret are kept only on secure server-side systems, never in mobile apps, browser scripts or public repositories.",
    async ({ signIn, environment, logLines, app, prefix }) => {
      const answers = [await signIn(), await signIn({ ...credentials[environment], secret: 1 })];
      const texts = [...(await Promise.all(answers.map((answer) => answer.text()))), ...logLines].join();
      for (const hidden of Object.values(credentials[environment])) expect(texts).not.toContain(hidden);
      // Without an Access-Control-Allow-Origin header, a browser hides the answer from scripts of other sites.
      const preflight = await app.request(`${prefix}/auth`, {
        method: "OPTIONS",
        headers: { Origin: "https://page.example" },
      });
      expect([preflight.status, preflight.headers.get("Access-Control-Allow-Origin")]).toEqual([405, null]);
    },
  ],
  ["No Authorization header: 401", async ({ raw }) => expectMessage(await raw("GET", "/customers"), 401)],
  [
    "Scheme other than Bearer: 401",
    async ({ raw, token }) => {
      for (const scheme of ["Basic", "Token", "JWT", ""]) {
        await expectMessage(await raw("GET", "/customers", { Authorization: `${scheme} ${token}`.trim() }), 401);
      }
    },
  ],
  [
    "Expired or invalid JWT: 401",
    async ({ raw, token, clock }) => {
      await expectMessage(await raw("GET", "/customers", { Authorization: `Bearer ${token.slice(0, -3)}` }), 401);
      clock.nowMs += 900_000;
      await expectMessage(await raw("GET", "/customers", { Authorization: `Bearer ${token}` }), 401);
    },
  ],
  [
    "Invalid keyID / secret body on POST /auth: 400",
    async ({ signIn }) => {
      for (const body of [null, [], "text", {}, { keyID: "x", secret: "" }])
        expect((await signIn(body)).status).toBe(400);
    },
  ],
]);
