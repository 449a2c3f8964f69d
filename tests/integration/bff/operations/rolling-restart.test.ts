import { randomUUID } from "node:crypto";
import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Bff } from "#server/bff/bff.ts";
import { parseEnv } from "#server/bff/config/env.ts";
import { createLog } from "#server/bff/core/log/log.ts";
import { createBff } from "#server/bff/create-bff.ts";
import { openStore } from "#server/bff/store/open-store.ts";
import { type ModelCustomer, startModelApi } from "#tests/fixtures/api/model-api.ts";
import { addStaff, cookieOf, testOrigin, testPassword } from "#tests/fixtures/console/create-test-bff.ts";
import { createStoreDatabase } from "#tests/fixtures/database/template-databases.ts";
import { testDialects } from "#tests/fixtures/database/test-databases.ts";
import type { ReplicaSet } from "#tests/fixtures/replicas/replica-set.ts";
import { countDeadlocks, startRollingWork } from "#tests/fixtures/replicas/rolling-work.ts";

const counts = { bulk: 4, changes: 3, planned: 4, writers: 1, importRows: 4 };

/**
 * The number of restarts. By default, each replica restarts once. `ROLLING_RESTARTS=20 npm test -- rolling-restart`
 * makes more restarts. `npm run soak -- rolling-restart` restarts real processes.
 */
const restarts = Number(process.env.ROLLING_RESTARTS ?? 3);

describe.skipIf(!testDialects.includes("postgres"))("a rolling restart of three replicas", () => {
  test("a rolling restart makes no row fail and causes no deadlock, while writes of all kinds run", async () => {
    const api = await startModelApi();
    // The API is slow, so that a request is in progress whenever a replica stops.
    api.script(async ({ method }) => {
      await setTimeout(method === "GET" ? 20 : 200);
      return undefined;
    });
    const customers = Array.from({ length: counts.bulk + counts.changes + counts.planned }, (_, index) => {
      const ids = { customerID: randomUUID(), jobID: randomUUID() };
      const contract = { term: "monthly", plan: "essential" };
      const body = { companyName: `Rolling ${index}` };
      return { ...ids, environment: "sandbox", createdMs: Date.now() - 1_000_000, contract, body } as ModelCustomer;
    });
    api.customers.push(...customers);
    const database = await createStoreDatabase("console", "postgres");
    const env = parseEnv({
      KNOWN_CALLS_PER_MINUTE: "0",
      PROVISIONING_BASE_URL: api.origin,
      PROVISIONING_SANDBOX_KEY_ID: randomUUID(),
      PROVISIONING_SANDBOX_SECRET: "sandbox-secret",
      PROVISIONING_PLANS: "essential,professional",
      PROVISIONING_TERMS: "monthly",
      SESSION_SECRET: "a secret that is long enough for a test",
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: "5",
    });
    const email = "edith@test.example";
    await addStaff(database.url, [{ email, role: "editor" }]);
    const store = await openStore(database.url);
    const { staffID } = (await store.staff.findByEmail(email)) ?? { staffID: "" };
    await store.close();

    const logLines: string[] = [];
    const start = () => createBff(env, { log: createLog("warn", { write: (line) => void logLines.push(line) }) });
    const replicas: { bff: Bff; underWay: Set<Promise<unknown>>; isIn: boolean }[] = [];
    for (let index = 0; index < 3; index += 1) replicas.push({ bff: await start(), underWay: new Set(), isIn: true });
    let cookie = "";
    let turn = 0;
    /** Sends a request to the next replica that is in service, as a load balancer does. */
    const send: ReplicaSet["send"] = async (method, path, { body, headers } = {}) => {
      const those = replicas.filter(({ isIn }) => isIn);
      turn += 1;
      const { bff, underWay } = those[turn % those.length] as (typeof replicas)[number];
      const isText = typeof body === "string";
      const own = { origin: testOrigin, "x-switchboard": "1", cookie, "Content-Type": "application/json" };
      const request = new Request(`${testOrigin}${path}`, {
        method,
        headers: { ...own, ...headers },
        body: body === undefined ? null : isText ? body : JSON.stringify(body),
      });
      const answering = bff.fetch(request).then(async (answer) => {
        cookie ||= answer.headers.has("set-cookie") ? cookieOf(answer) : "";
        return { status: answer.status, text: await answer.text() };
      });
      underWay.add(answering);
      await answering.finally(() => underWay.delete(answering));
      return answering;
    };
    await send("POST", "/api/session", { body: { email, password: testPassword } });

    const work = startRollingWork(
      { send },
      {
        databaseUrl: database.url,
        staff: { staffID, email },
        counts,
        term: "monthly",
        plans: ["essential", "professional"],
        customers: customers.map(({ customerID }) => customerID),
      },
    );
    for (let index = 0; index < restarts; index += 1) {
      await setTimeout(700);
      const replica = replicas[index % 3] as (typeof replicas)[number];
      replica.isIn = false;
      await Promise.all(replica.underWay);
      await replica.bff.close();
      replica.bff = await start();
      replica.isIn = true;
    }
    const { done, problems } = await work.finish();
    await Promise.all(replicas.map(({ bff }) => bff.close()));
    await api.close();
    const deadlocks = await countDeadlocks(database.url);
    await database.drop();
    if (process.env.ROLLING_RESTARTS) process.stdout.write(`${JSON.stringify({ restarts, ...done, deadlocks })}\n`);
    expect(problems).toEqual([]);
    expect(logLines.filter((line) => line.includes('"level":50'))).toEqual([]);
    expect(deadlocks).toBe(0);
    expect(Object.entries(done).filter(([, count]) => count === 0)).toEqual([]);
  });
});
