/** True while a new page of the console is loading: from the click on its link until the page is shown. */
let waiting = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  waiting = value;
  for (const listener of listeners) listener();
}

export const pageChange = {
  /**
   * Call when the router starts a navigation to `address`. A navigation to the current page cancels an earlier
   * navigation, and nothing is loading any more.
   */
  begins(address: string): void {
    const to = new URL(address, window.location.href);
    const { pathname, search } = window.location;
    set(to.pathname !== pathname || to.search !== search);
  },
  /** Call when the new page is shown. */
  ends: () => set(false),
  isWaiting: () => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
