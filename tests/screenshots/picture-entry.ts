import { randomUUID } from "node:crypto";
import { expect as baseExpect, type Page } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";

/** A long timeout, because the machine is busy while it takes the pictures. */
export const expect = baseExpect.configure({ timeout: 30_000 });

/** What the functions of a picture's entry receive. */
export interface Scene {
  page: Page;
  origin: string;
}

/**
 * `demo`: the console in demo mode. `configured`: a console that an administrator has configured, with single sign-on.
 */
export type ConsoleName = "demo" | "configured";

/** One picture of `docs/pictures`. */
export interface PictureEntry {
  /** The name of the file, without its ending. */
  name: string;
  theme: "light" | "dark";
  width: 320 | 360 | 640 | 1280 | 1920;
  /**
   * The height of the window. Default: 640 at a width of 320, 760 at 360, 360 at 640 (a laptop with a zoom of 200 %),
   * 800 at 1280, 1000 at 1920.
   */
  height?: number;
  /** The console of the picture. Default: the demo. */
  console?: ConsoleName;
  /** True for a picture of the printed page, at the width of A4 without its margins. */
  isPrint?: true;
  /**
   * The role of the signed-in person. Null: nobody is signed in. Default: editor. Pictures that write use the
   * administrator, because each person has their own tray.
   */
  role?: Role | null;
  /** The URL of the page, or a function that prepares the page and returns its URL. */
  address: string | ((scene: Scene) => Promise<string>);
  /** Brings the page into the state of the picture. */
  steps?: (scene: Scene) => Promise<unknown>;
}

/** The headers of a request that writes, including a new idempotency key for creations. */
export const writing = ({ origin }: Scene) => ({
  "X-Switchboard": "1",
  Origin: origin,
  "Idempotency-Key": randomUUID(),
});

/**
 * Returns pictures of a page at its usual width, narrow, wide and with a zoom of 200 %. With `prints`, it adds pictures
 * of the printed page.
 */
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

/** Calls `make` for the first scene. All later calls return the result of the first call. */
export function once<Result>(make: (scene: Scene) => Promise<Result>): (scene: Scene) => Promise<Result> {
  let made: Promise<Result> | undefined;
  return (scene) => {
    made ??= make(scene);
    return made;
  };
}
