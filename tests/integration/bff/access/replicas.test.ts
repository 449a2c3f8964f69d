import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { staffListSchema } from "#lib/contract/access/staff.ts";
import { maxFailuresAMinute } from "#server/bff/access/limits/sign-in-throttle.ts";
import { startJobApi } from "#tests/fixtures/api/job-api.ts";
import { createTestClient, sendWithKey } from "#tests/fixtures/console/api-client.ts";
import { createTestBff, type TestBff, type TestStaff, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import { readEvents } from "#tests/fixtures/events/read-events.ts";

const emails = Array.from({ length: 5 }, (_, index) => `nina${index}@test.example`);

/**
 * Three replicas on one PostgreSQL database. The administrator uses the first replica. Each test creates its own
 * person, Nina, who uses several replicas.
 */
describe.skipIf(!testDialects.includes("postgres"))("access on three replicas", () => {
  let api: Awaited<ReturnType<typeof startJobApi>>;
  let first: TestBff;
  let second: TestBff;
  let third: TestBff;
  let ada: string;
  let unused: string[];

  beforeAll(async () => {
    unused = [...emails];
    api = await startJobApi({ now: () => performance.now() });
    const staff: TestStaff[] = emails.map((email) => ({ email, role: "editor" }));
    first = await createTestBff({
      dialect: "postgres",
      baseUrl: api.origin,
      staff: [...staff, { email: "ada@test.example", role: "administrator" }],
    });
    const replica = { baseUrl: api.origin, variables: { DATABASE_URL: first.databaseUrl } };
    second = await createTestBff(replica);
    third = await createTestBff(replica);
    ada = await first.signIn("ada@test.example");
  });

  afterAll(async () => {
    await third.close();
    await second.close();
    await first.close();
    await api.close();
  });

  const newNina = () => unused.pop() ?? "";

  async function change(email: string, body: object): Promise<void> {
    const list = staffListSchema.parse(await (await first.send("GET", "/api/staff", { cookie: ada })).json());
    const staffID = list.staff.find((one) => one.email === email)?.staffID;
    const answer = await first.send("PATCH", `/api/staff/${staffID}`, { cookie: ada, body });
    expect(answer.status).toBe(200);
  }

  // A stream ends only after some seconds. So these tests run at the same time.
  test.concurrent.each([
    ["a demotion", { role: "viewer" }, 401],
    ["disabling", { state: "disabled" }, 401],
    ["losing an environment", { environments: ["production"] }, 404],
    ["signing out", null, 401],
  ])("%s takes effect at the next request, and ends the person's streams", async (_what, body, status) => {
    const email = newNina();
    const cookie = await second.signIn(email);
    const jobID = randomUUID();
    api.put(jobID, { status: "running", progress: 10 });
    const readers = await Promise.all(
      [second, third].map(async (replica) => {
        const events = await replica.send("GET", `/api/sandbox/jobs/events?id=${jobID}`, { cookie });
        const reader = readEvents(events);
        await reader.until("job");
        return reader;
      }),
    );
    if (body) await change(email, body);
    else expect((await first.send("DELETE", "/api/session", { cookie })).status).toBe(204);
    for (const replica of [second, third]) {
      expect((await replica.send("GET", "/api/sandbox/bulk", { cookie })).status).toBe(status);
    }
    for (const reader of readers) expect((await reader.until("end")).data).toEqual({ code: "session_ended" });
  });

  test.concurrent("a revoked key gives no access at the next request, and ends the client's stream", async () => {
    const { client, key } = await createTestClient(first, ada);
    const jobID = randomUUID();
    api.put(jobID, { status: "running", progress: 10 });
    const reader = readEvents(await sendWithKey(second, key, "GET", `/api/sandbox/jobs/events?id=${jobID}`));
    await reader.until("job");
    expect((await sendWithKey(second, key, "GET", "/api/sandbox/bulk")).status).toBe(200);
    expect((await first.send("DELETE", `/api/clients/${client.clientID}`, { cookie: ada })).status).toBe(204);
    expect((await sendWithKey(second, key, "GET", "/api/sandbox/bulk")).status).toBe(401);
    expect((await reader.until("end")).data).toEqual({ code: "session_ended" });
  });

  test("the replicas count failed sign-ins together", async () => {
    const email = newNina();
    const signIn = (replica: TestBff, password: string) =>
      replica.send("POST", "/api/session", { body: { email, password }, address: "192.0.2.7" });
    for (let count = 0; count < maxFailuresAMinute; count += 1) {
      expect((await signIn(count % 2 === 0 ? first : second, "not the password")).status).toBe(401);
    }
    expect((await signIn(first, testPassword)).status).toBe(429);
    expect((await signIn(second, testPassword)).status).toBe(429);
  });
});
