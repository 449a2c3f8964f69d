import { existsSync } from "node:fs";
import { delimiter, join } from "node:path";
import { place } from "../setup/places.mjs";
import { run } from "../setup/processes.mjs";
import { withProgress } from "../setup/progress.mjs";
import { Stop } from "../setup/stop.mjs";

// The headless shell comes first, because it needs a third less processor time than Chromium with a window.
const names = ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];

/** @type {Partial<Record<NodeJS.Platform, string[]>>} */
const usualPlaces = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe",
  ],
};

/**
 * Finds an installed Chromium. It tries, in this order: the file that an environment variable names, Playwright's own
 * Chromium, and the machine's Chromium. Throws Stop if the variable names a file that does not exist.
 * @param {{ env: NodeJS.ProcessEnv, own: string | undefined, platform: NodeJS.Platform, exists: (file: string) =>
 * boolean }} machine `own` is the path of Playwright's own Chromium
 * @returns {string | undefined}
 */
export function findChromium({ env, own, platform, exists }) {
  for (const name of ["PLAYWRIGHT_CHROMIUM", "CHROMIUM_PATH"]) {
    const named = env[name];
    if (!named) continue;
    if (exists(named)) return named;
    throw new Stop(`${name} names ${named}, which does not exist: correct it, or unset it to have a Chromium found.`);
  }
  const onPath =
    platform === "win32"
      ? []
      : (env.PATH ?? "").split(delimiter).flatMap((folder) => names.map((name) => join(folder, name)));
  return [own, ...onPath, ...(usualPlaces[platform] ?? [])].find((file) => file !== undefined && exists(file));
}

/**
 * @param {string} node
 * @returns {Promise<string>} the path of a Chromium; it is downloaded if none is found
 */
export async function chromiumFile(node) {
  const own = await playwrightsOwn(node);
  const find = () => findChromium({ env: process.env, own, platform: process.platform, exists: existsSync });
  const found = find();
  if (found) return found;
  const cli = place("node_modules", "@playwright", "test", "cli.js");
  const { code, output } = await withProgress("Downloading Chromium for the end-to-end tests", () =>
    run(node, [cli, "install", "--no-shell", "chromium"]),
  );
  const installed = code === 0 ? find() : undefined;
  if (installed) return installed;
  process.stderr.write(output);
  throw new Stop(
    "No Chromium was found and none could be downloaded: install one, or name one with PLAYWRIGHT_CHROMIUM=/path/to/chromium.",
  );
}

/** @param {string} node */
async function playwrightsOwn(node) {
  const script = "import('@playwright/test').then(({ chromium }) => console.log(chromium.executablePath()))";
  const { code, output } = await run(node, ["-e", script]);
  return code === 0 ? output.trim() : undefined;
}
