import type { Clock } from "#server/api-client/clock.ts";
import type { BuildFile, BuildStore } from "#server/bff/store/builds.ts";
import { readBuildFiles } from "./build-files.ts";

/** The number of stored builds: this one, the previous one, and a few to go back to. */
export const maxKeptBuilds = 5;

/** The minimum time between two queries to the store about unknown builds, in milliseconds. */
const askEveryMs = 250;

/** Scripts and styles of builds that other replicas run or ran (docs/decisions/0035-several-builds.md). */
export type KeptBuilds = ReturnType<typeof createKeptBuilds>;

export function createKeptBuilds(store: BuildStore, clock: Clock) {
  let knownBuilds: Awaited<ReturnType<BuildStore["paths"]>> = new Map();
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** The contents of whole files. All of them together take a few megabytes of memory. */
  const files = new Map<string, Promise<BuildFile | null>>();

  async function ask(): Promise<void> {
    const waitMs = askedAt + askEveryMs - clock.monotonic();
    await (waitMs > 0 ? clock.sleep(waitMs, new AbortController().signal) : Promise.resolve());
    // Later callers ask the store again, because a replica that starts now may have a build that the pending query does
    // not return.
    asking = null;
    askedAt = clock.monotonic();
    knownBuilds = await store.paths();
    for (const key of files.keys()) if (!knownBuilds.has(key.slice(0, key.indexOf(" ")))) files.delete(key);
  }

  /** Reads the list of builds from the store, once for all requests that wait for it. */
  function refresh(): Promise<void> {
    asking ??= ask();
    return asking;
  }

  return {
    /** Stores the build of `folder` for other replicas. This must happen before the first page refers to it. */
    async publish(buildID: string, folder: string): Promise<void> {
      const isKept = await store.has(buildID);
      await store.publish(buildID, isKept ? [] : await readBuildFiles(folder), clock.now(), maxKeptBuilds);
    },
    /** Null if the build has no such file, or if the build is no longer stored. */
    async find(buildID: string, path: string): Promise<BuildFile | null> {
      if (!knownBuilds.has(buildID)) await refresh();
      if (!knownBuilds.get(buildID)?.has(path)) return null;
      const key = `${buildID} ${path}`;
      const file = files.get(key) ?? store.read(buildID, path);
      files.set(key, file);
      // A failure of the store is not cached.
      file.catch(() => files.delete(key));
      return file;
    },
  };
}
