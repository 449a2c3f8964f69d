/** What is used of the browser's window. */
interface BrowserWindow {
  location: { pathname: string; search: string };
  history: Pick<History, "pushState" | "replaceState">;
}

/**
 * The address that the next change of a page's state starts from. `window.location` alone is not
 * enough: Next's router draws an address some time after it was pushed and writes the address that it
 * has drawn into the history again, so for a moment the location may lack the newest change, and a
 * change read from it would lose that one.
 */
export function createPageAddress(browser: () => BrowserWindow) {
  /** The addresses that were set here and that the router has not drawn yet, oldest first. */
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
    /** The router has drawn `address`. One that was not set here is another navigation: nothing is waited for then. */
    drawn(address: string): void {
      const at = waiting.indexOf(address);
      wait(at < 0 ? [] : waiting.slice(at + 1));
    },
    /** Back or Forward: the location is the truth. */
    forget: () => wait([]),
    /** The query that was set for the page at `path` and that the router has not drawn yet; undefined where none was. */
    waitingQuery(path: string): string | undefined {
      const [newestPath, query = ""] = waiting.at(-1)?.split("?") ?? [];
      return newestPath === path ? query : undefined;
    },
    /** Calls `listener` when another address waits, or none any more. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

const pathOf = (address: string) => address.split("?")[0];

export const pageAddress = createPageAddress(() => window);
