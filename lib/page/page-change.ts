/** Whether a page of the console is loading, from the press of its link until it is shown. */
let waiting = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  waiting = value;
  for (const listener of listeners) listener();
}

export const pageChange = {
  /**
   * The router has started a navigation to `address`. For the current page there is nothing to wait for, and an earlier
   * navigation is cancelled.
   */
  begins(address: string): void {
    const to = new URL(address, window.location.href);
    const { pathname, search } = window.location;
    set(to.pathname !== pathname || to.search !== search);
  },
  /** The page has been shown. */
  ends: () => set(false),
  isWaiting: () => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
