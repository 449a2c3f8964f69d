import type { ConsoleEnv, UpstreamEnv } from "#server/bff/config/env.ts";
import type { StoreServices } from "#server/bff/core/core-services.ts";
import type { MadeRoom, RoomModule } from "#server/bff/core/module.ts";
import { addDemoPersonas } from "./add-demo-personas.ts";
import type { DemoApi, startDemoApi } from "./demo-api.ts";

interface DemoNeeds extends StoreServices {
  env: Pick<ConsoleEnv, "upstream" | "dataDir">;
  /** The root folder of the repository. */
  root: string;
  startDemoApi: typeof startDemoApi;
}

interface DemoServices {
  /** The API of this console: either the configured API or the API of demo mode. */
  upstream: UpstreamEnv;
  /** The API of demo mode. Null if the console is configured. */
  demoApi: DemoApi | null;
}

/** Demo mode, with its own API and its demo users. */
export const demoModule = {
  name: "demo",
  async create({ env, root, log, store, clock, startDemoApi }: DemoNeeds): Promise<MadeRoom<DemoServices>> {
    if (env.upstream) return { services: { upstream: env.upstream, demoApi: null } };
    // The service takes the longest to start, so it is started first and awaited last.
    const starting = startDemoApi({ root, dataDir: env.dataDir, log });
    starting.catch(() => {});
    try {
      await addDemoPersonas(store, clock.now());
    } catch (error) {
      await starting.then((api) => api.close()).catch(() => {});
      throw error;
    }
    const demoApi = await starting;
    return { services: { upstream: demoApi.upstream, demoApi }, close: demoApi.close };
  },
} satisfies RoomModule;
