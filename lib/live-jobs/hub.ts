import type { Environment } from "../contract/environment.ts";
import type { JobStore } from "./job-store.ts";
import { type Leader, leadTabs } from "./lead.ts";
import { joinTabs, type Tabs } from "./tabs.ts";

/** Tracks the jobs of one environment for this tab. */
export interface JobHub {
  /** Watches these jobs until the caller calls the returned function. */
  want(jobIDs: readonly string[]): () => void;
}

/**
 * How long the stream stays open after the page stops watching its last job, in milliseconds. The delay avoids a new
 * stream if the next page watches the job too.
 */
const lingerMs = 500;

/** Creates the hub of one environment. The hub writes to `store` and does nothing until a job is watched. */
export function createJobHub(environment: Environment, store: JobStore): JobHub {
  const wants = new Map<symbol, readonly string[]>();
  let tabs: Tabs | undefined;
  let leader: Leader | undefined;
  let lingering: ReturnType<typeof setTimeout> | undefined;

  const isVisible = () => document.visibilityState === "visible";
  const own = () => [...new Set([...wants.values()].toReversed().flat())];
  const sayWish = () => {
    tabs?.setRequest({ jobIDs: own(), isVisible: isVisible() });
    leader?.look();
  };

  function wanted(): string[] {
    const wishes = tabs?.requests() ?? [];
    if (!wishes.some((wish) => wish.isVisible)) return [];
    return [...new Set(wishes.flatMap(({ jobIDs }) => jobIDs))].filter((jobID) => !store.isOver(jobID));
  }

  async function lead(signal: AbortSignal, isAlone: boolean): Promise<void> {
    const mine = leadTabs({
      environment,
      signal,
      mayStream: !isAlone,
      wanted,
      idle: () => (tabs?.requests().some((wish) => wish.isVisible) ? "ended" : "paused"),
      heard: (news) => {
        store.take(news);
        tabs?.broadcastUpdates(news);
      },
      connected: (connection) => {
        if (connection === store.connection()) return;
        store.setConnection(connection);
        tabs?.broadcastConnection(connection);
      },
    });
    leader = mine;
    await mine.done;
    if (leader === mine) leader = undefined;
  }

  function start(): void {
    if (tabs || wants.size === 0) return;
    store.setConnection("live");
    tabs = joinTabs({
      environment,
      lead,
      onRequest: ({ jobIDs }) => {
        if (!leader) return;
        // A tab may have opened after the last news of these jobs was sent, so the news is sent again.
        tabs?.broadcastUpdates(store.newsOf(jobIDs));
        tabs?.broadcastConnection(store.connection());
        leader.look();
      },
      news: (news) => {
        const ofThisTab = new Set(own());
        store.take(news.filter(({ jobID }) => ofThisTab.has(jobID)));
      },
      connection: store.setConnection,
    });
    document.addEventListener("visibilitychange", sayWish);
    sayWish();
  }

  function stop(): void {
    tabs?.leave();
    tabs = undefined;
    leader = undefined;
    document.removeEventListener("visibilitychange", sayWish);
  }

  function stopWhenUnwanted(): void {
    if (wants.size > 0) return;
    stop();
    store.keepOnly(new Set());
    removeEventListener("pagehide", stop);
    removeEventListener("pageshow", start);
  }

  return {
    want(jobIDs) {
      const key = Symbol("want");
      wants.set(key, jobIDs);
      clearTimeout(lingering);
      if (!tabs) {
        // A page in the back/forward cache must not keep a stream open and must not be the leading tab. The hub starts
        // again when the page is shown.
        addEventListener("pagehide", stop);
        addEventListener("pageshow", start);
        start();
      } else sayWish();
      return () => {
        wants.delete(key);
        clearTimeout(lingering);
        if (wants.size > 0) {
          sayWish();
          const wishes = leader && tabs ? tabs.requests().flatMap((wish) => wish.jobIDs) : own();
          store.keepOnly(new Set(wishes));
        } else lingering = setTimeout(stopWhenUnwanted, lingerMs);
      };
    },
  };
}
