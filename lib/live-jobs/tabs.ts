import type { Environment } from "../contract/environment.ts";
import type { Connection } from "./job-store.ts";
import type { JobUpdate } from "./job-update.ts";

/** The jobs that one tab wants to watch. */
export interface TabRequest {
  jobIDs: readonly string[];
  isVisible: boolean;
}

/**
 * The messages between tabs. `from` is the sending tab. A BroadcastChannel does not deliver messages to their sender.
 */
type TabMessage =
  | ({ type: "wish"; from: string } & TabRequest)
  | { type: "bye"; from: string }
  /** A new leader asks the other tabs to announce themselves. */
  | { type: "hello"; from: string }
  | { type: "news"; news: readonly JobUpdate[] }
  | { type: "connection"; connection: Connection };

/** The tabs of this browser that watch jobs of one environment, including this tab. */
export interface Tabs {
  /** Sets the jobs that this tab wants to watch, and whether the tab is visible. */
  setRequest(setRequest: TabRequest): void;
  /** The requests of all tabs, the most recent first. */
  requests(): TabRequest[];
  broadcastUpdates(news: readonly JobUpdate[]): void;
  broadcastConnection(connection: Connection): void;
  /** Leaves the group of tabs. If this tab is the leader, a different tab becomes the leader. */
  leave(): void;
}

export interface TabsOptions {
  environment: Environment;
  /**
   * Called when this tab becomes the leader. The tab stays the leader until the signal is aborted. `isAlone`: the tabs
   * of this browser cannot agree on a leader.
   */
  lead(signal: AbortSignal, isAlone: boolean): Promise<void>;
  /** Called when a different tab changes its request. */
  onRequest(setRequest: TabRequest): void;
  news(news: readonly JobUpdate[]): void;
  connection(connection: Connection): void;
}

/**
 * Two times in milliseconds. `sayAgainMs`: how often a tab repeats its request. `goneMs`: after how much silence a tab
 * counts as closed. This time is long, because browsers slow down timers in hidden tabs.
 */
const sayAgainMs = 30_000;
const goneMs = 150_000;

/** True if the browser has Web Locks and BroadcastChannel. All current browsers have them on HTTPS and on localhost. */
const canAgree = () => typeof BroadcastChannel !== "undefined" && typeof navigator.locks !== "undefined";

const isSame = (one: TabRequest, other: TabRequest) =>
  one.isVisible === other.isVisible && one.jobIDs.join("\n") === other.jobIDs.join("\n");

/**
 * Connects the tabs of an environment. The tab that holds the lock is the leader. When the leader closes, the next
 * waiting tab gets the lock.
 */
export function joinTabs(options: TabsOptions): Tabs {
  const { environment } = options;
  const name = `switchboard-live-jobs-${environment}`;
  const me = Math.random().toString(36).slice(2);
  const leaving = new AbortController();
  const others = new Map<string, TabRequest & { heardAtMs: number }>();
  let own: TabRequest = { jobIDs: [], isVisible: true };
  const channel = canAgree() ? new BroadcastChannel(name) : undefined;
  const say = (message: TabMessage) => channel?.postMessage(message);
  const sayWish = () => say({ type: "wish", from: me, ...own });
  const again = setInterval(sayWish, sayAgainMs);

  channel?.addEventListener("message", ({ data: message }: MessageEvent<TabMessage>) => {
    if (message.type === "news") options.news(message.news);
    else if (message.type === "connection") options.connection(message.connection);
    else if (message.type === "hello") sayWish();
    else if (message.type === "bye") {
      others.delete(message.from);
      options.onRequest({ jobIDs: [], isVisible: false });
    } else heard(message.from, { jobIDs: message.jobIDs, isVisible: message.isVisible });
  });

  function heard(from: string, setRequest: TabRequest): void {
    const before = others.get(from);
    if (before && isSame(before, setRequest)) {
      before.heardAtMs = Date.now();
      return;
    }
    // The entry is deleted before it is set again, so that the most recent request is the last entry of the map.
    others.delete(from);
    others.set(from, { ...setRequest, heardAtMs: Date.now() });
    options.onRequest(setRequest);
  }

  async function lead(): Promise<void> {
    say({ type: "hello", from: me });
    await options.lead(leaving.signal, false);
  }

  if (channel) void navigator.locks.request(name, { signal: leaving.signal }, lead).catch(() => {});
  else void options.lead(leaving.signal, true);

  return {
    setRequest(setRequest) {
      own = setRequest;
      sayWish();
    },
    requests() {
      const heardSinceMs = Date.now() - goneMs;
      return [own, ...[...others.values()].filter(({ heardAtMs }) => heardAtMs > heardSinceMs).reverse()];
    },
    broadcastUpdates: (news) => say({ type: "news", news }),
    broadcastConnection: (connection) => say({ type: "connection", connection }),
    leave() {
      say({ type: "bye", from: me });
      clearInterval(again);
      leaving.abort();
      channel?.close();
    },
  };
}
