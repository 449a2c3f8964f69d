import { createClientKey } from "#server/bff/access/clients/client-key.ts";
import { createOrigins } from "#server/bff/core/origins.ts";
import type { AnyRoute } from "#server/bff/core/route.ts";
import type { HttpServices } from "#server/bff/http/pipeline/http-services.ts";
import { type PipelineRequest, runRoute } from "#server/bff/http/pipeline/pipeline.ts";
import type { ActiveSession } from "#server/bff/store/sessions.ts";

export const origin = "https://console.example";
export const nowMs = 1_000_000_000;
const { key } = createClientKey();

export interface FakeRefusal {
  actor: { kind: string };
  after?: unknown;
  environment?: string;
}

/** Values that a test sets, and the steps that the pipeline has taken. */
export interface FakeState {
  /** The person to whom the session cookie `session` belongs. */
  person: ActiveSession;
  /** The role of the API client whose key the request contains. */
  role: string;
  secondFactorRequired: boolean;
  /** The environments that the console has. */
  configured: readonly string[];
  /** The steps that the pipeline has taken, in order. */
  steps: string[];
  /** The reads of the store, in order. */
  reads: string[];
  refusals: FakeRefusal[];
  handled: { session: ActiveSession | null; environment: unknown; input: unknown }[];
}

const fresh = (): FakeState => ({
  person: {
    sessionHash: "hash of id",
    factorAt: nowMs,
    sso: null,
    hasSecondFactor: false,
    lastSeenAt: 0,
    idleExpiresAt: 0,
    expiresAt: 0,
    staff: { staffID: "kim", email: "kim@test.example", name: "Kim", role: "administrator", environments: ["sandbox"] },
  },
  role: "administrator",
  secondFactorRequired: false,
  configured: ["sandbox"],
  steps: [],
  reads: [],
  refusals: [],
  handled: [],
});

export const fake: FakeState = fresh();

/** Resets the state. An administrator of the sandbox has just signed in, and the pipeline has taken no step. */
export const reset = () => void Object.assign(fake, fresh());

const step = (name: string) => void fake.steps.push(name);

async function findSession(hash: string): Promise<ActiveSession | null> {
  fake.reads.push("session");
  return fake.person.sessionHash === hash ? fake.person : null;
}

const services = {
  clock: { now: () => nowMs },
  log: { warn() {} },
  origins: createOrigins([origin]),
  get clients() {
    return new Map(fake.configured.map((environment) => [environment, {}]));
  },
  cookie: {
    read: async (header: string | null) =>
      header === "session" ? { sessionID: "id", sessionHash: "hash of id" } : null,
    isSent: (header: string | null) => header !== null,
  },
  store: {
    sessions: {
      findActive: findSession,
      findForPage: findSession,
      touch: async (session: ActiveSession) => {
        step("touched");
        return { ...session, lastSeenAt: nowMs };
      },
    },
    accessPolicy: {
      read: async () => {
        fake.reads.push("policy");
        return { secondFactorRequired: fake.secondFactorRequired, ssoRequired: false, version: 1 };
      },
    },
    factors: { of: async () => ({ hasTotp: false, passkeys: 0, recoveryCodes: 0 }) },
    apiClients: {
      findByKey: async () => ({
        clientID: "client",
        name: "Nightly",
        role: fake.role,
        environments: ["sandbox"],
        addresses: null,
        expiresAt: null,
        lastUsedAt: nowMs,
        assistant: "off",
      }),
    },
  },
  writeLimit: {
    count: async (id: string) => step(`write of ${id}`),
    countClient: async (id: string) => step(`request of ${id}`),
  },
  refusals: { record: async (_key: string, event: FakeRefusal) => void fake.refusals.push(event) },
  openStreams: { add: (owner: object) => step(`stream of ${JSON.stringify(owner)}`) },
} as unknown as HttpServices;

export function route(own: Partial<AnyRoute> = {}): AnyRoute {
  const { method = "GET", path = "/api/things" } = own;
  return {
    method,
    path,
    policy: "viewer",
    input: {},
    key: `${method} ${path}`,
    handler: async ({ session, environment }, input) => {
      step("handled");
      fake.handled.push({ session, environment, input });
      return "answer";
    },
    ...own,
  } as AnyRoute;
}

export const signedIn = { cookie: "session" };
export const proven = { ...signedIn, origin, "x-switchboard": "1" };
export const byKey = { authorization: `Bearer ${key}` };

export function run(given: AnyRoute, headers: Record<string, string> = proven, own: Partial<PipelineRequest> = {}) {
  const request: PipelineRequest = {
    requestID: "request",
    signal: new AbortController().signal,
    headers: new Headers(headers),
    params: {},
    query: new URLSearchParams(),
    readBody: async (maxBytes) => step(`body of ${maxBytes}`),
    ...own,
  };
  return runRoute(services, given, request, ({ staff }) => step(`by ${staff.staffID}`));
}
