import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import type { Role } from "#lib/contract/session.ts";

/** What a picture is taken with. */
export interface Scene {
  page: Page;
  origin: string;
}

/** One picture of `docs/pictures`. */
export interface PictureEntry {
  /** The file's name, without its ending. */
  name: string;
  theme: "light" | "dark";
  width: 360 | 1280 | 1920;
  /** Default: 760 at 360 px, 800 at 1280, 1000 at 1920. */
  height?: number;
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
