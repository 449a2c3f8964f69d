import { randomUUID } from "node:crypto";
import { expect as baseExpect, type Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";

/** Patient: a busy machine takes the same pictures. */
export const expect = baseExpect.configure({ timeout: 30_000 });

/** What a picture is taken with. */
export interface Scene {
  page: Page;
  origin: string;
}

/** The demo, or one that administrators have set up, with single sign-on. */
export type ConsoleName = "demo" | "configured";

/** One picture of `docs/pictures`. */
export interface PictureEntry {
  /** The file's name, without its ending. */
  name: string;
  theme: "light" | "dark";
  width: 320 | 360 | 640 | 1280 | 1920;
  /** Default: 640 at 320 px, 760 at 360, 360 at 640 (a laptop enlarged to 200 %), 800 at 1280, 1000 at 1920. */
  height?: number;
  /** The console that it is taken of. Default: the demo. */
  console?: ConsoleName;
  /** As it is printed, at the width of A4 between its margins. */
  isPrint?: true;
  /** Who is signed in; null: nobody. Default: the editor. Pictures that write have the administrator: trays are personal. */
  role?: Role | null;
  /** Where it is taken: an address, or what has to be done first and gives one. */
  address: string | ((scene: Scene) => Promise<string>);
  /** Brings the page into the state that is shown. */
  steps?: (scene: Scene) => Promise<unknown>;
}

/** The heading of a request that writes; a creation has a key too. */
export const writing = ({ origin }: Scene) => ({
  "X-Switchboard": "1",
  Origin: origin,
  "Idempotency-Key": randomUUID(),
});

/** A page as it is designed, narrow, wide and enlarged to 200 %; with `prints` also as it is printed. */
export function everyLook(
  name: string,
  { prints = false, ...entry }: Omit<PictureEntry, "name" | "theme" | "width" | "isPrint"> & { prints?: boolean },
): PictureEntry[] {
  return [
    { ...entry, name: `${name}-light`, theme: "light", width: 1280 },
    { ...entry, name: `${name}-dark-360`, theme: "dark", width: 360 },
    { ...entry, name: `${name}-dark-1920`, theme: "dark", width: 1920 },
    { ...entry, name: `${name}-light-640`, theme: "light", width: 640 },
    ...(prints ? [{ ...entry, name: `${name}-print`, theme: "dark", width: 1280, isPrint: true } as const] : []),
  ];
}

/** Does something with the first scene that asks; the others get what came of it. */
export function once<Result>(make: (scene: Scene) => Promise<Result>): (scene: Scene) => Promise<Result> {
  let made: Promise<Result> | undefined;
  return (scene) => {
    made ??= make(scene);
    return made;
  };
}
