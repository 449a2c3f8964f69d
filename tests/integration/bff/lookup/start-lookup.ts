import { expect, onTestFinished } from "vitest";
import { type LookupAnswer, lookupAnswerSchema } from "#lib/contract/console/lookup.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { listen } from "#server/provisioning/listen.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { type Fault, type ProxiedRequest, startFaultProxy } from "#tests/fixtures/api/fault-proxy.ts";
import { createTestBff, createTestClock } from "#tests/fixtures/console/create-test-bff.ts";
import { keyVariables } from "#tests/fixtures/console/key-variables.ts";
import { createTestService, credentials } from "#tests/service/provisioning/test-service.ts";

/**
 * Starts our own service over HTTP, a proxy in front of it, and a console in front of the proxy. A viewer is signed in.
 */
export async function startLookup(options: {
  customers: Record<Environment, CustomerRecord[]>;
  fault?: ((request: ProxiedRequest) => Fault | undefined) | undefined;
}) {
  const service = await createTestService({ customers: options.customers });
  const listener = await listen({ fetch: service.app.fetch, host: "127.0.0.1", port: 0 });
  const proxy = await startFaultProxy(listener.origin, options.fault);
  const console = await createTestBff({
    baseUrl: proxy.origin,
    // The clock does not move, because the search row by row has a time limit that a busy machine could exceed. In
    // tests with faults the clock must run, because pauses must end.
    ...(options.fault ? {} : { clock: createTestClock(Date.now()) }),
    staff: [
      { email: "vera@test.example", role: "viewer" },
      { email: "edith@test.example", role: "editor" },
    ],
    variables: keyVariables(credentials),
  });
  onTestFinished(async () => {
    await console.close();
    await proxy.close();
    await listener.close();
    await service.store.close();
  });
  const cookie = await console.signIn("vera@test.example");
  const ask = (q: string, environment: Environment = "production", more = "") =>
    console.send("GET", `/api/${environment}/lookup?q=${encodeURIComponent(q)}${more}`, { cookie });
  const lookUp = async (...given: Parameters<typeof ask>): Promise<LookupAnswer> => {
    const response = await ask(...given);
    expect(response.status).toBe(200);
    return lookupAnswerSchema.parse(await response.json());
  };
  const assign = (environment: Environment, { customerID }: CustomerRecord, count: number, atMs = 0) =>
    service.store.numbers.assign(environment, { customerID, count, atMs, seeded: false });
  return { service, proxy, console, ask, lookUp, assign };
}
