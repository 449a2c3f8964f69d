import { randomUUID } from "node:crypto";
import { pino } from "pino";
import type { Environment } from "#lib/contract/environment.ts";
import { environmentPrefix, environments } from "#lib/contract/values/environments.ts";
import { hourMs } from "#lib/contract/values/time-units.ts";
import { createApp, type ServiceOptions } from "#server/provisioning/app.ts";
import { createInProcessEngine } from "#server/provisioning/jobs/in-process-engine.ts";
import type { CustomerRecord } from "#server/provisioning/store/customers/customer-record.ts";
import { openStore } from "#server/provisioning/store/open-store.ts";

export const now = Date.parse("2026-11-20T12:00:00.000Z");

export const credentials = {
  production: { keyID: "aaaaaaaa-1111-4111-8111-111111111111", secret: "canary-production-secret" },
  sandbox: { keyID: "bbbbbbbb-2222-4222-8222-222222222222", secret: "canary-sandbox-secret" },
};

/** A customer with all members, created `hours` hours ago. */
export function customer(hours: number, members: Partial<CustomerRecord> = {}): CustomerRecord {
  return {
    customerID: randomUUID(),
    companyName: `Company ${hours}`,
    usersCount: hours,
    createdMs: now - hours * hourMs,
    plan: "essential",
    term: "monthly",
    adminEmail: `admin-${hours}@company.example`,
    ...members,
  };
}

/** Creates the service with a store in memory, and a clock that a test sets forward. */
export async function createTestService(
  options: {
    customers?: Partial<Record<Environment, CustomerRecord[]>>;
    tokenLifetimeSeconds?: number;
    /** How long a creation takes on the test's clock, in milliseconds. */
    creationMs?: number;
    limits?: Pick<ServiceOptions["env"], "rateLimitPerMinute" | "maxRequests">;
    isLate?: () => boolean;
    isDraining?: () => boolean;
  } = {},
) {
  const store = await openStore("sqlite::memory:");
  for (const environment of environments) {
    await store.customers.insert(environment, options.customers?.[environment] ?? [], false);
  }
  const logLines: string[] = [];
  const clock = { nowMs: now };
  const log = pino({ level: "info" }, { write: (line: string) => logLines.push(line) });
  const readClock = () => clock.nowMs;
  const engine = createInProcessEngine({ store, clock: readClock, log, creationMs: options.creationMs ?? 0 });
  await engine.start();
  const app = createApp({
    env: { credentials, tokenLifetimeSeconds: options.tokenLifetimeSeconds ?? 900, ...options.limits },
    store,
    engine,
    clock: readClock,
    log,
    isLate: options.isLate ?? (() => false),
    isDraining: options.isDraining ?? (() => false),
  });

  const signIn = async (environment: Environment, body: unknown = credentials[environment]): Promise<Response> =>
    app.request(`${environmentPrefix[environment]}/auth`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
  const tokenOf = async (environment: Environment): Promise<string> => {
    const { access_token } = (await (await signIn(environment)).json()) as { access_token: string };
    return access_token;
  };
  const tokens = { production: await tokenOf("production"), sandbox: await tokenOf("sandbox") };

  const ask = async (environment: Environment, path: string, init: RequestInit = {}) => {
    const headers = new Headers(init.headers);
    headers.set("Authorization", `Bearer ${tokens[environment]}`);
    return app.request(`${environmentPrefix[environment]}${path}`, { ...init, headers });
  };

  return {
    app,
    store,
    engine,
    clock,
    log,
    logLines,
    tokens,
    signIn,
    tokenOf,
    /** Requests a path below the environment's prefix, with a token of that environment. */
    get: async (environment: Environment, path: string) => ask(environment, path),
    /** Sends `body` as JSON to a path below the environment's prefix, with a token of that environment. */
    send: async (
      environment: Environment,
      method: string,
      path: string,
      body: unknown,
      headers: Record<string, string> = {},
    ) =>
      ask(environment, path, {
        method,
        headers: { "Content-Type": "application/json", ...headers },
        body: JSON.stringify(body),
      }),
  };
}

export interface CustomerPage {
  customers: { customerID: string; companyName: string; created: string; deletedAt?: string }[];
  total: number;
  limit: number;
  offset: number;
}
