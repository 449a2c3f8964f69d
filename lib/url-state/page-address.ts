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

  const current = () => {
    const { pathname, search } = browser().location;
    const newest = waiting.at(-1);
    return newest !== undefined && pathOf(newest) === pathname ? newest : pathname + search;
  };
  const set = (how: "pushState" | "replaceState", address: string) => {
    waiting.push(address);
    browser().history[how](null, "", address);
  };
  return {
    current,
    query: () => new URLSearchParams(current().split("?")[1]),
    push: (address: string) => set("pushState", address),
    replace: (address: string) => set("replaceState", address),
    /** The router has drawn `address`. One that was not set here is another navigation: nothing is waited for then. */
    drawn(address: string): void {
      const at = waiting.indexOf(address);
      waiting = at < 0 ? [] : waiting.slice(at + 1);
    },
    /** Back or Forward: the location is the truth. */
    forget(): void {
      waiting = [];
    },
  };
}

const pathOf = (address: string) => address.split("?")[0];

export const pageAddress = createPageAddress(() => window);
