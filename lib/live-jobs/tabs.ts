import type { Environment } from "../contract/environment.ts";
import type { Connection } from "./job-store.ts";
import type { JobUpdate } from "./job-update.ts";

/** The jobs that one tab wants to watch. */
export interface TabRequest {
  jobIDs: readonly string[];
  isVisible: boolean;
}

/** The messages between tabs. `from` is the sending tab. A BroadcastChannel reaches only the other tabs. */
type TabMessage =
  | ({ type: "wish"; from: string } & TabRequest)
  | { type: "bye"; from: string }
  /** A new leader asks the other tabs to announce themselves. */
  | { type: "hello"; from: string }
  | { type: "news"; news: readonly JobUpdate[] }
  | { type: "connection"; connection: Connection };

/** The tabs of this browser that watch jobs of one environment, including this tab. */
export interface Tabs {
  /** Sets the jobs that this tab wants to watch. */
  setRequest(setRequest: TabRequest): void;
  /** The requests of all tabs, the latest first. */
  requests(): TabRequest[];
  broadcastUpdates(news: readonly JobUpdate[]): void;
  broadcastConnection(connection: Connection): void;
  /** Stops taking part. If this tab is the leader, another tab becomes the leader. */
  leave(): void;
}

export interface TabsOptions {
  environment: Environment;
  /** Called in the leading tab, until its signal aborts. `isAlone`: tabs cannot agree on a leader in this browser. */
  lead(signal: AbortSignal, isAlone: boolean): Promise<void>;
  /** Called when another tab changes its request. */
  onRequest(setRequest: TabRequest): void;
  news(news: readonly JobUpdate[]): void;
  connection(connection: Connection): void;
}

/**
 * How often a tab repeats its request, and after which time a silent tab counts as closed; in milliseconds. Timers in
 * hidden tabs are slow.
 */
const sayAgainMs = 30_000;
const goneMs = 150_000;

/** All current browsers have Web Locks and BroadcastChannel, on https and on this machine itself. */
const canAgree = () => typeof BroadcastChannel !== "undefined" && typeof navigator.locks !== "undefined";

const isSame = (one: TabRequest, other: TabRequest) =>
  one.isVisible === other.isVisible && one.jobIDs.join("\n") === other.jobIDs.join("\n");

/**
 * Connects the tabs of an environment. The tab that holds the lock is the leader. When that tab closes, the next tab
 * gets the lock.
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
    // Deletes the entry first, so that the latest request is the last entry of the map.
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
