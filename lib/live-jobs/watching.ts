import type { Environment } from "../contract/environment.ts";
import type { JobHub } from "./hub.ts";
import { createJobStore, type JobStore } from "./job-store.ts";

/** How long to wait before trying again to load the job scripts, in milliseconds. */
const loadAgainMs = 5_000;

/** The known jobs of one environment in this tab. `want` adds jobs to watch. */
export interface Watching {
  store: JobStore;
  want(jobIDs: readonly string[]): () => void;
}

/**
 * Creates the watched jobs of an environment. The job scripts are loaded only when the first job is watched, because
 * most pages have no running job.
 */
export function createWatching(
  environment: Environment,
  importHub: () => Promise<Pick<typeof import("./hub.ts"), "createJobHub">> = () => import("./hub.ts"),
): Watching {
  const store = createJobStore();
  let hub: JobHub | undefined;
  const load = async () => {
    const { createJobHub } = await importHub();
    hub ??= createJobHub(environment, store);
    return hub;
  };
  return {
    store,
    want(jobIDs) {
      let end: (() => void) | undefined;
      let again: ReturnType<typeof setTimeout> | undefined;
      let isOver = false;
      const begin = () =>
        load().then(
          (loaded) => {
            if (!isOver) end = loaded.want(jobIDs);
          },
          () => {
            if (!isOver) again = setTimeout(begin, loadAgainMs);
          },
        );
      if (hub) end = hub.want(jobIDs);
      else void begin();
      return () => {
        isOver = true;
        clearTimeout(again);
        end?.();
      };
    },
  };
}
