import { expect } from "vitest";
import type { Environment } from "#lib/contract/environment.ts";
import { createTestService } from "../test-service.ts";
import { expectMessage, expectRefused, newCustomer, section, type World } from "./expect-rules.ts";

/** Tests every rule in section 7 of the Partner Provisioning API specification. */

const sandboxOnly = (environment: Environment) => environment === "sandbox";

/**
 * In the sandbox, a special value makes the service answer like a failing internal service. In production, the same
 * value is an ordinary name.
 */
async function expectProvoked(world: World, status: number): Promise<void> {
  const response = await world.post("/customers", { ...newCustomer, companyName: `[answer:${status}]` });
  if (sandboxOnly(world.environment)) await expectMessage(response.clone(), status);
  else expect(response.status).toBe(202);
}

section("7", [
  [
    "400: Validation error: malformed body, invalid query, or business rule on the request body",
    async ({ app, prefix, token, get, post }) => {
      const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
      await expectRefused(await app.request(`${prefix}/customers`, { method: "POST", headers, body: "{" }), /JSON/);
      await expectRefused(await get("/customers?limit=x"), /^limit /);
      await expectRefused(await post("/customers", { ...newCustomer, adminUser: {} }), /adminUser\.email/);
    },
  ],
  [
    "401: Missing, invalid or expired Bearer JWT",
    async ({ raw, token, clock }) => {
      await expectMessage(await raw("GET", "/jobs"), 401);
      await expectMessage(await raw("GET", "/jobs", { Authorization: "Bearer x.y.z" }), 401);
      clock.nowMs += 900_000;
      await expectMessage(await raw("GET", "/jobs", { Authorization: `Bearer ${token}` }), 401);
    },
  ],
  ["403: Authenticated but not permitted (from an upstream service)", (world) => expectProvoked(world, 403)],
  [
    "404: Resource not found",
    async ({ get, patch }) => {
      const nobody = crypto.randomUUID();
      await expectMessage(await get(`/jobs/${nobody}`), 404);
      await expectMessage(await get(`/customers/${nobody}/activities`), 404);
      await expectMessage(await patch(`/customers/${nobody}/contract`, { term: "monthly" }), 404);
      await expectMessage(await get("/nowhere"), 404);
    },
  ],
  ["409: Conflict (from an upstream service)", (world) => expectProvoked(world, 409)],
  ["422: Semantic validation failure (from an upstream service)", (world) => expectProvoked(world, 422)],
  ["5xx: Server or upstream failure", (world) => expectProvoked(world, 503)],
  [
    "Bodies and query parameters are validated before the request reaches provisioning logic.",
    async ({ post, patch, list, contractPath }) => {
      const before = await list("/customers?datefrom=1970-01-01&includeDeleted=true&limit=100");
      await post("/customers", { ...newCustomer, plan: "gold" });
      await patch(contractPath, { term: "forever" });
      expect(await list("/customers?datefrom=1970-01-01&includeDeleted=true&limit=100")).toEqual(before);
      // If a request has another error, the service answers with that error. It neither looks for the customer nor
      // applies the special value.
      await expectRefused(await patch(`/customers/${crypto.randomUUID()}/contract`, {}), /no contract updates/);
      await expectRefused(
        await post("/customers", { ...newCustomer, companyName: "[answer:409]", term: "x" }),
        /^term /,
      );
    },
  ],
  [
    "Cases that yield 400: an invalid UUID format for customerID; an invalid e-mail or enum value; PATCH contract with both term and plan; PATCH contract with neither; POST /customers without adminUser.email on a non-hardware-only plan.",
    async ({ get, post, patch, contractPath }) => {
      await expectRefused(await get("/customers/not-a-uuid/activities"), /customerID/);
      await expectRefused(await post("/customers", { ...newCustomer, adminUser: { email: "a@" } }), /adminUser\.email/);
      await expectRefused(await post("/customers", { ...newCustomer, plan: "gold" }), /^plan must be one of/);
      await expectRefused(await get("/customers?sort=name"), /^sort must be one of/);
      await expectRefused(await patch(contractPath, { term: "monthly", plan: "essential" }), /at the same time/);
      await expectRefused(await patch(contractPath, {}), /no contract updates were provided/);
      const { adminUser: _none, ...without } = newCustomer;
      await expectRefused(await post("/customers", without), /adminUser\.email is required/);
    },
  ],
  [
    "A 400 validation body is typically an array of messages.",
    async ({ get, post }) => {
      expect(await (await get("/customers?limit=0&sort=x")).json()).toHaveLength(2);
      expect(await (await post("/customers", {})).json()).toEqual(expect.arrayContaining([expect.any(String)]));
    },
  ],
  [
    "The upstream HTTP status is often passed through, and the body may carry a message field from the upstream response.",
    async (world) => {
      for (const status of [403, 409, 422, 429, 503]) await expectProvoked(world, status);
    },
  ],
  [
    "429, 503: Yes, with exponential backoff",
    async (world) => {
      for (const status of [429, 503]) {
        const response = await world.post("/customers", { ...newCustomer, companyName: `[answer:${status}]` });
        const wait = sandboxOnly(world.environment) ? "2" : null;
        expect(response.headers.get("Retry-After")).toBe(wait);
      }
      const limited = await createTestService({ limits: { rateLimitPerMinute: 1 } });
      await limited.get(world.environment, "/jobs");
      const refused = await limited.get(world.environment, "/jobs");
      expect([refused.status, Number(refused.headers.get("Retry-After"))]).toEqual([429, 60]);
    },
  ],
  [
    "For asynchronous operations, clients poll GET /jobs/{jobID} rather than repeating POST /customers without idempotency.",
    async ({ post, list }) => {
      const twice = async (headers: Record<string, string>) => {
        const answers = [
          await post("/customers", newCustomer, headers),
          await post("/customers", newCustomer, headers),
        ];
        return Promise.all(answers.map(async (answer) => ((await answer.json()) as { customerID: string }).customerID));
      };
      const [first, second] = await twice({});
      expect(first).not.toBe(second);
      const [third, fourth] = await twice({ "Idempotency-Key": "one-and-the-same" });
      expect(third).toBe(fourth);
      expect((await list("/customers?searchTerm=nordlicht")).total).toBe(3);
    },
  ],
]);
