/** The parts of the browser's window that are used here. */
interface BrowserWindow {
  location: { pathname: string; search: string };
  history: Pick<History, "pushState" | "replaceState">;
}

/**
 * Stores the URL from which the next change of a page's state starts. `window.location` is not enough. Next's router
 * renders a URL some time after it was pushed, and then writes that URL into the history again. So for a moment the
 * location lacks the newest change, and another change based on it would undo the newest one.
 */
export function createPageAddress(browser: () => BrowserWindow) {
  /** The URLs that were set here and that the router has not rendered yet, oldest first. */
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
     * Call when the router has rendered `address`. If the address was not set here, the person has navigated elsewhere,
     * and all waiting URLs are forgotten.
     */
    drawn(address: string): void {
      const at = waiting.indexOf(address);
      wait(at < 0 ? [] : waiting.slice(at + 1));
    },
    /** Call on Back or Forward. `window.location` then has the right URL. */
    forget: () => wait([]),
    /**
     * The query that was set for the page at `path` and that the router has not rendered yet. Undefined if no query
     * waits.
     */
    waitingQuery(path: string): string | undefined {
      const [newestPath, query = ""] = waiting.at(-1)?.split("?") ?? [];
      return newestPath === path ? query : undefined;
    },
    /** Calls `listener` when the newest waiting URL changes, or when no URL waits any more. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const pathOf = (address: string) => address.split("?")[0];

export const pageAddress = createPageAddress(() => window);
