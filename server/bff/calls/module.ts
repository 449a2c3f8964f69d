import type { Environment } from "#lib/contract/environment.ts";
import type { ApiClient } from "#server/api-client/create-api-client.ts";
import type { FetchLike } from "#server/api-client/transport/upstream-fetch.ts";
import type { ConsoleEnv, UpstreamEnv } from "#server/bff/config/env.ts";
import type { CoreServices, StoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import type { Tracing } from "#server/bff/tracing/tracing.ts";
import { createApiProber } from "./api-prober.ts";
import { createBodyRecordings } from "./body-recordings.ts";
import { createCallRecorder } from "./call-recorder.ts";
import type { CallServices } from "./call-services.ts";
import { type ClientObservers, createClients } from "./create-clients.ts";
import { callsRoutes } from "./routes.ts";

interface CallNeeds extends StoreServices, Omit<ClientObservers, "callRecorder"> {
  env: Pick<ConsoleEnv, "apiTimeouts">;
  upstream: UpstreamEnv;
  random: () => number;
  /** Called once for each environment, so that the environments share no connections. */
  createFetch: () => FetchLike;
  /** Null or absent without tracing. */
  tracing?: Pick<Tracing, "traced"> | null;
}

interface Added
  extends Pick<CoreServices, "clients" | "callTimeoutMs">,
    Pick<CallServices, "callRecorder" | "bodyRecordings"> {
  /** Lets a later module replace each client by an extended one. Must be called while the modules are created. */
  extendClients(extend: (client: ApiClient, environment: Environment) => ApiClient): void;
}

/** The API clients, and the recorder of their calls. */
export const callsModule = {
  name: "calls",
  routes: callsRoutes,
  create(needs: CallNeeds): MadeRoom<Added> {
    const { clock, log, store, env } = needs;
    const bodyRecordings = createBodyRecordings({ clock, log, store: store.callBodies });
    const callRecorder = createCallRecorder({ clock, wantsBodies: bodyRecordings.isOn });
    const clients = createClients({ ...needs, timeouts: env.apiTimeouts, callRecorder });
    const callTimeoutMs = env.apiTimeouts.callMs;
    return {
      services: {
        clients,
        callTimeoutMs,
        callRecorder,
        bodyRecordings,
        extendClients(extend) {
          for (const [environment, client] of clients) clients.set(environment, extend(client, environment));
        },
      },
      workers: [createApiProber({ ...needs, clients, callTimeoutMs })],
      // All calls of workers and people have ended at this point.
      async end() {
        await Promise.all([...clients.values()].map((client) => client.close()));
      },
    };
  },
} satisfies RoomModule;
