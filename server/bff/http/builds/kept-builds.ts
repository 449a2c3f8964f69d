import type { Clock } from "#server/api-client/clock.ts";
import type { BuildFile, BuildStore } from "#server/bff/store/builds.ts";
import { readBuildFiles } from "./build-files.ts";

/** The number of stored builds: this build, the previous build, and a few older builds in case of a rollback. */
export const maxKeptBuilds = 5;

/** The minimum time between two queries for unknown builds, in milliseconds. */
const askEveryMs = 250;

/**
 * Scripts and styles of builds that other replicas are running or were running (docs/decisions/0035-several-builds.md).
 */
export type KeptBuilds = ReturnType<typeof createKeptBuilds>;

export function createKeptBuilds(store: BuildStore, clock: Clock) {
  let knownBuilds: Awaited<ReturnType<BuildStore["paths"]>> = new Map();
  let asking: Promise<void> | null = null;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** The cached contents of complete files. All files together need a few megabytes of memory. */
  const files = new Map<string, Promise<BuildFile | null>>();

  async function ask(): Promise<void> {
    const waitMs = askedAt + askEveryMs - clock.monotonic();
    await (waitMs > 0 ? clock.sleep(waitMs, new AbortController().signal) : Promise.resolve());
    // From now on, callers start a new query. A replica that is starting now may store a build after this query has
    // begun.
    asking = null;
    askedAt = clock.monotonic();
    knownBuilds = await store.paths();
    for (const key of files.keys()) if (!knownBuilds.has(key.slice(0, key.indexOf(" ")))) files.delete(key);
  }

  /** Reads the list of builds from the store. All waiting requests share one query. */
  function refresh(): Promise<void> {
    asking ??= ask();
    return asking;
  }

  return {
    /**
     * Stores the build in `folder` for other replicas. This must be done before a page refers to the build for the
     * first time.
     */
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
      // If the store fails, the failure is not cached.
      file.catch(() => files.delete(key));
      return file;
    },
  };
}
