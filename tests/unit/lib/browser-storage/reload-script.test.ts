import vm from "node:vm";
import { beforeEach, expect, test } from "vitest";
import { reloadScript } from "#lib/browser-storage/reload-script.ts";

type Listener = (event: { target: object }) => void;

const script = "https://console.example/_next/static/chunks/a.js?dpl=gone";

let listeners: Map<string, Listener>;
let storage: Record<string, unknown>;
let asked: string[];
let reloads: number;
let nowMs: number;
let isOffline: boolean;

beforeEach(() => {
  [listeners, storage, asked, reloads, nowMs, isOffline] = [new Map(), {}, [], 0, 1_000_000, false];
});

/** Opens a document whose tab has this `storage`. */
function open(sessionStorage: unknown = storage): void {
  listeners = new Map();
  vm.runInNewContext(reloadScript, {
    sessionStorage,
    Date: { now: () => nowMs },
    location: { reload: () => (reloads += 1) },
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    removeEventListener: (kind: string) => listeners.delete(kind),
    fetch: async (address: string, init: object) => {
      asked.push(`${JSON.stringify(init)} ${address}`);
      if (isOffline) throw new TypeError("Failed to fetch");
    },
  });
}

async function fail(target: object): Promise<void> {
  listeners.get("error")?.({ target });
  await new Promise(setImmediate);
}

test("a missing script loads the page again, once in a minute", async () => {
  open();
  await fail({ src: script });
  expect([asked, reloads]).toEqual([[`{"method":"HEAD","cache":"no-store"} ${script}`], 1]);
  open();
  nowMs += 59_000;
  await fail({ src: script });
  expect(reloads).toBe(1);
  nowMs += 2_000;
  await fail({ src: script });
  expect(reloads).toBe(2);
});

test("a missing style sheet also loads the page again, and nothing else does", async () => {
  open();
  for (const target of [{}, { src: "https://console.example/icon.svg" }, { href: { baseVal: "#icon" } }]) {
    await fail(target);
  }
  expect(reloads).toBe(0);
  await fail({ href: script });
  expect(reloads).toBe(1);
});

test("without a network, after the page has loaded, and without session storage, the page stays", async () => {
  open();
  isOffline = true;
  await fail({ src: script });
  isOffline = false;
  expect(reloads).toBe(0);

  const refusing = new Proxy(
    {},
    {
      get: () => {
        throw new Error("denied");
      },
    },
  );
  open(refusing);
  await fail({ src: script });
  expect(reloads).toBe(0);

  open();
  listeners.get("load")?.({ target: {} });
  await fail({ src: script });
  expect(reloads).toBe(0);
});
