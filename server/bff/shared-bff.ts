import type { Bff } from "./bff.ts";

/**
 * The name under which the host makes the BFF available to Next. The host and Next run in one process but have two
 * module graphs, which share only `globalThis` (docs/decisions/0001-one-bff.md).
 */
const place = Symbol.for("switchboard.bff");

interface Place {
  [place]?: { bff: Bff | null };
}

/** Marks that the host is creating the BFF, so that no second BFF is created. */
export function announceBff(): void {
  (globalThis as Place)[place] ??= { bff: null };
}

export function shareBff(bff: Bff): void {
  (globalThis as Place)[place] = { bff };
}

export function isBffAnnounced(): boolean {
  return (globalThis as Place)[place] !== undefined;
}

export function sharedBff(): Bff {
  const bff = (globalThis as Place)[place]?.bff;
  if (!bff) throw new Error("The BFF is not there yet: server/main.ts or instrumentation.ts makes it first");
  return bff;
}
