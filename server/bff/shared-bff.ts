import type { Bff } from "./bff.ts";
import type { ReadGuideFile } from "./http/guide-files.ts";
import type { FirstFiles } from "./http/listener/first-files.ts";

/**
 * The name under which the host shares the BFF with Next. The host and Next run in one process but with two module
 * graphs, which share only `globalThis` (docs/decisions/0001-one-bff.md).
 */
const place = Symbol.for("switchboard.bff");
const filesPlace = Symbol.for("switchboard.first-files");
const guidePlace = Symbol.for("switchboard.guide");

interface Place {
  [place]?: { bff: Bff | null };
  [filesPlace]?: FirstFiles;
  [guidePlace]?: ReadGuideFile;
}

/** Announces that the host creates the BFF, so that Next does not create a second one. */
export function announceBff(): void {
  (globalThis as Place)[place] ??= { bff: null };
}

export function shareBff(bff: Bff): void {
  (globalThis as Place)[place] = { bff };
}

export function isBffAnnounced(): boolean {
  return (globalThis as Place)[place] !== undefined;
}

/** Shares the files that the sign-in page loads while the browser is idle. */
export function shareFirstFiles(files: FirstFiles): void {
  (globalThis as Place)[filesPlace] = files;
}

/** The files to load while the browser is idle. Undefined without the host, and in development. */
export function sharedFirstFiles(): FirstFiles | undefined {
  return (globalThis as Place)[filesPlace];
}

export function sharedBff(): Bff {
  const bff = (globalThis as Place)[place]?.bff;
  if (!bff) throw new Error("The BFF is not there yet: server/main.ts or instrumentation.ts makes it first");
  return bff;
}

/** Shares the guide of this version with the pages. */
export function shareGuide(read: ReadGuideFile): void {
  (globalThis as Place)[guidePlace] = read;
}

/** Reads a file of the guide. Null if there is no such file. */
export const readSharedGuide: ReadGuideFile = (name) => (globalThis as Place)[guidePlace]?.(name) ?? null;
