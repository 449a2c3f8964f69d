/** The parts of the browser's `window` that this module uses. */
interface BrowserWindow {
  location: { pathname: string; search: string };
  history: Pick<History, "pushState" | "replaceState">;
}

/**
 * Stores the URL on which the next change of a page's state is based. `window.location` is not enough. Next's router
 * renders a URL some time after it was pushed, and then writes that URL into the history again. For a short time, the
 * location lacks the newest change. A further change based on it would undo the newest change.
 */
export function createPageAddress(browser: () => BrowserWindow) {
  /** The URLs that this module has set and the router has not rendered yet, oldest first. */
  let waiting: string[] = [];
  const listeners = new Set<() => void>();
  const wait = (addresses: string[]) => {
    const newest = waiting.at(-1);
    waiting = addresses;
    if (waiting.at(-1) !== newest) for (const listener of listeners) listener();
  };

  const current = () => {
    const { pathname, search } = browser().location;
    const newest = waiting.at(-1);
    return newest !== undefined && pathOf(newest) === pathname ? newest : pathname + search;
  };
  const set = (how: "pushState" | "replaceState", address: string) => {
    browser().history[how](null, "", address);
    wait([...waiting, address]);
  };
  return {
    current,
    query: () => new URLSearchParams(current().split("?")[1]),
    push: (address: string) => set("pushState", address),
    replace: (address: string) => set("replaceState", address),
    /**
     * Call when the router has rendered `address`. If this module did not set the address, the person has navigated
     * elsewhere, and all waiting URLs are dropped.
     */
    drawn(address: string): void {
      const at = waiting.indexOf(address);
      wait(at < 0 ? [] : waiting.slice(at + 1));
    },
    /** Call on Back or Forward. `window.location` then has the correct URL. */
    forget: () => wait([]),
    /**
     * Returns the query that was set for the page at `path` and that the router has not rendered yet. Undefined if
     * there is no such query.
     */
    waitingQuery(path: string): string | undefined {
      const [newestPath, query = ""] = waiting.at(-1)?.split("?") ?? [];
      return newestPath === path ? query : undefined;
    },
    /** Calls `listener` when the newest waiting URL changes, or when no URL is waiting any more. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const pathOf = (address: string) => address.split("?")[0];

export const pageAddress = createPageAddress(() => window);
