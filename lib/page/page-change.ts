/** Whether the browser waits for another page of the console, from the press of a link until that page is shown. */
let waiting = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  waiting = value;
  for (const listener of listeners) listener();
}

export const pageChange = {
  /** The router has set out for `address`. Where the person is already nothing is waited for, nor for what was before. */
  begins(address: string): void {
    const to = new URL(address, window.location.href);
    const { pathname, search } = window.location;
    set(to.pathname !== pathname || to.search !== search);
  },
  /** A page is shown. */
  ends: () => set(false),
  isWaiting: () => waiting,
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
};
