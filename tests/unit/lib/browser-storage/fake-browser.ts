import { vi } from "vitest";

/** A browser's storage as the standard describes it. If `isFull` is true, it refuses every addition. */
export class FakeStorage {
  isFull = false;
  readonly #kept = new Map<string, string>();

  get length(): number {
    return this.#kept.size;
  }

  key(index: number): string | null {
    return [...this.#kept.keys()][index] ?? null;
  }

  getItem(key: string): string | null {
    return this.#kept.get(key) ?? null;
  }

  setItem(key: string, text: string): void {
    if (this.isFull) throw new Error("full");
    this.#kept.set(key, text);
  }

  removeItem(key: string): void {
    this.#kept.delete(key);
  }

  get keys(): string[] {
    return [...this.#kept.keys()];
  }
}

export interface FakeBrowser {
  /** The storage that all tabs share. */
  browser: FakeStorage;
  /** The storage of one tab. */
  tab: FakeStorage;
  /** Sends an event to the page of this tab. */
  dispatch(event: Event): void;
}

/** Opens a tab in a browser. From then on, the code under test runs in this tab. */
export function openBrowser(browser = new FakeStorage(), tab = new FakeStorage()): FakeBrowser {
  const events = new EventTarget();
  vi.stubGlobal("window", {
    localStorage: browser,
    sessionStorage: tab,
    addEventListener: events.addEventListener.bind(events),
    removeEventListener: events.removeEventListener.bind(events),
  });
  return { browser, tab, dispatch: (event) => void events.dispatchEvent(event) };
}
