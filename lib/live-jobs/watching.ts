import type { Environment } from "../contract/environment.ts";
import type { JobHub } from "./hub.ts";
import { createJobStore, type JobStore } from "./job-store.ts";

/** How soon the scripts that follow jobs are asked for again where they could not be loaded, in milliseconds. */
const loadAgainMs = 5_000;

/** What a tab knows of jobs of one environment, and the way to have it know more. */
export interface Watching {
  store: JobStore;
  want(jobIDs: readonly string[]): () => void;
}

/** What follows jobs is loaded when there is one to follow: most pages show none that still runs. */
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
