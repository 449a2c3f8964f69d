// `npm run screenshots`: the pictures of `docs/pictures`, taken of a demo console whose calendar stands
// still. `-- jobs` takes those whose name begins so. A picture that nobody would see to differ stays as it is.
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type Browser, chromium } from "@playwright/test";
import type { Role } from "#lib/contract/session.ts";
import { demoPassword } from "#lib/demo-password.ts";
import { api } from "#lib/paths.ts";
import { startConsole } from "#tests/fixtures/start-console.ts";
import { differingShare, readPng, writePalettePng } from "./palette-png.ts";
import type { PictureEntry } from "./picture-entry.ts";
import { pictures } from "./pictures.ts";

const folder = resolve(import.meta.dirname, "../../docs/pictures");
const still = new Date("2026-11-20T09:30:00Z");
const heights = { 360: 760, 1280: 800, 1920: 1_000 } as const;
/** IDs that are drawn anew and a blinking edge are less than this; a changed word is more. */
const unseenShare = 0.001;
const settleMs = 3_000;

type State = Awaited<ReturnType<Awaited<ReturnType<Browser["newContext"]>>["storageState"]>>;

async function signIn(browser: Browser, origin: string, role: Role): Promise<State> {
  const context = await browser.newContext();
  const answer = await context.request.post(`${origin}${api.session()}`, {
    data: { email: `${role}@demo.test`, password: demoPassword },
    headers: { "X-Switchboard": "1", Origin: origin },
  });
  if (answer.status() !== 204) throw new Error(`Signing in answered ${answer.status()}.`);
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
    locale: "en-GB",
    timezoneId: "Europe/Amsterdam",
    ...(storageState && { storageState }),
  });
  try {
    const page = await context.newPage();
    await page.clock.setFixedTime(still);
    const scene = { page, origin };
    await page.goto(typeof address === "string" ? address : await address(scene));
    await page.getByRole("heading").first().waitFor();
    await steps?.(scene);
    // Quiet where the page keeps no stream open; otherwise long enough.
    await page.waitForLoadState("networkidle", { timeout: settleMs }).catch(() => {});
    await page.mouse.move(0, 0);
    return await page.screenshot({ animations: "disabled", caret: "hide" });
  } finally {
    await context.close();
  }
}

/** Writes the picture, unless the one that is there looks the same; says what it did. */
function keep(name: string, png: Buffer): string {
  const file = join(folder, `${name}.png`);
  const picture = readPng(png);
  if (existsSync(file) && differingShare(readPng(readFileSync(file)), picture) < unseenShare) return "as it was";
  writeFileSync(file, writePalettePng(picture));
  return `${Math.ceil(statSync(file).size / 1_024)} KB`;
}

const wanted = pictures.filter(({ name }) => name.startsWith(process.argv[2] ?? ""));
mkdirSync(folder, { recursive: true });
const clock = pathToFileURL(join(import.meta.dirname, "still-clock.ts")).href;
const running = await startConsole({
  env: { NODE_OPTIONS: `--import ${clock}`, STILL_CLOCK_MS: String(still.getTime()), API_CREATION_MS: "0" },
});
const executablePath = process.env.PLAYWRIGHT_CHROMIUM;
const browser = await chromium.launch({
  ...(executablePath && { executablePath }),
  args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
});
try {
  const states = new Map<Role, State>();
  for (const entry of wanted) {
    const { role = "editor" } = entry;
    if (role && !states.has(role)) states.set(role, await signIn(browser, running.origin, role));
    const png = await take(browser, running.origin, entry, role ? states.get(role) : undefined);
    console.log(`${entry.name}: ${keep(entry.name, png)}`);
  }
} finally {
  await browser.close();
  await running.close();
}
// The channel to whoever started this would keep it alive.
process.disconnect?.();
