// `npm run screenshots` takes the pictures of `docs/pictures`, from a demo console whose calendar date does not change.
// `-- jobs tray` takes only the pictures whose names begin with one of these words. A picture without a visible
// difference is not replaced. Taking all pictures removes pictures that are no longer listed.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Browser, chromium } from "@playwright/test";
import type { Role } from "#lib/contract/console/session.ts";
import { api } from "#lib/paths.ts";
import { waitForItsScript } from "#tests/e2e/helpers/taken-over.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { createConsoles, still } from "./consoles.ts";
import { differingShare, readPng, writePalettePng } from "./palette-png.ts";
import type { ConsoleName, PictureEntry } from "./picture-entry.ts";
import { pictures } from "./pictures.ts";

const folder = resolve(import.meta.dirname, "../../docs/pictures");
const heights = { 320: 640, 360: 760, 640: 360, 1280: 800, 1920: 1_000 } as const;
/** The width and height of A4 without its margins, in CSS pixels. */
const paper = { width: 703, height: 1_032 };
/**
 * The largest share of different pixels that a person does not notice. A blinking edge, or IDs that differ between
 * runs, stay below this share. A changed word exceeds it.
 */
const unseenShare = 0.001;
const settleMs = 3_000;

type State = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;

async function signIn(browser: Browser, origin: string, role: Role, console: ConsoleName): Promise<State> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${origin}${api.session()}`, {
    data: credentialsFor(role, console === "demo" ? "service" : "other-api"),
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  if (answer.status() !== 204) throw new Error(`Signing in answered ${answer.status()}.`);
  // Only the viewer sees the hint about the lookup, because the viewer opens the console for the first time. All other
  // people have closed the hint.
  if (role !== "viewer") {
    await context.request.put(`${origin}${api.preferences()}`, {
      data: { lookupHintDismissed: true },
      headers: { "X-Switchboard": "1", Origin: origin },
    });
  }
  const state = await context.storageState();
  await context.close();
  return state;
}

async function take(browser: Browser, origin: string, entry: PictureEntry, storageState: State | undefined) {
  const { theme, width, height = heights[entry.width], address, steps } = entry;
  const context = await browser.newContext({
    baseURL: origin,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: "reduce",
    // A laptop with a zoom of 200 %: half as many CSS pixels, each twice as large.
    deviceScaleFactor: width === 640 ? 2 : 1,
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    ...(storageState && { storageState }),
  });
  try {
    const page = await context.newPage();
    waitForItsScript(page);
    await page.clock.setFixedTime(still);
    const scene = { page, origin };
    await page.goto(typeof address === "string" ? address : await address(scene));
    await page.getByRole("heading").first().waitFor();
    await steps?.(scene);
    // Waits until the network is idle. A page with an open stream is never idle, so the wait has a limit.
    await page.waitForLoadState("networkidle", { timeout: settleMs }).catch(() => {});
    await page.mouse.move(0, 0);
    if (entry.isPrint) {
      await page.emulateMedia({ media: "print" });
      await page.setViewportSize(paper);
    }
    return await page.screenshot({ animations: "disabled", caret: "hide" });
  } finally {
    await context.close();
  }
}

/** Writes the picture, unless the existing picture looks the same. Returns a word that says what was done. */
function keep(name: string, png: Buffer): string {
  const file = join(folder, `${name}.png`);
  const picture = readPng(png);
  if (existsSync(file) && differingShare(readPng(readFileSync(file)), picture) < unseenShare) return "as it was";
  writeFileSync(file, writePalettePng(picture));
  return `${Math.ceil(statSync(file).size / 1_024)} KB`;
}

/** Removes the pictures that are no longer listed. */
function removeOthers(): void {
  const names = new Set(pictures.map(({ name }) => `${name}.png`));
  for (const file of readdirSync(folder)) if (!names.has(file)) rmSync(join(folder, file));
}

const beginnings = process.argv.length > 2 ? process.argv.slice(2) : [""];
const wanted = pictures.filter(({ name }) => beginnings.some((beginning) => name.startsWith(beginning)));
mkdirSync(folder, { recursive: true });
const consoles = createConsoles();
const executablePath = process.env.PLAYWRIGHT_CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
});
try {
  const states = new Map<string, State>();
  for (const entry of wanted) {
    const { role = "editor", console: name = "demo" } = entry;
    const { origin } = await consoles.get(name);
    const who = `${name} ${role}`;
    if (role && !states.has(who)) states.set(who, await signIn(browser, origin, role, name));
    const png = await take(browser, origin, entry, states.get(who));
    console.log(`${entry.name}: ${keep(entry.name, png)}`);
  }
  if (wanted.length === pictures.length) removeOthers();
} finally {
  await browser.close();
  await consoles.close();
}
// The channel to the parent process would keep this process running.
process.disconnect?.();
