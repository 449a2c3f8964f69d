// Writes the guide's pages as a site into the build: `.next/guide`. The console serves them to signed-in people under
// /help, and any web server can serve the folder as it is.
import { copyFileSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { guideHash, stampName } from "./guide-state.mjs";
import { escapeHtml, makePages } from "./pages.mjs";

/** @typedef {import("./pages.mjs").Page} Page */

/** The tokens of the console's colours, so that the guide looks like the console. @param {string} base */
function colours(base) {
  const css = readFileSync(join(base, "app", "globals.css"), "utf8");
  return [...css.matchAll(/^\s*(--(?:color-[\w-]+|font-(?:sans|mono)): [^;]+;)$/gm)].map(([, line]) => line).join("\n");
}

/** The navigation: the lists of the start page, with the current page marked. @param {Page} index @param {Page} page */
function navigation(index, page) {
  const [, ...groups] = index.html.split(/(?=<h2 )/);
  const html = groups.join("").replace(/<h2 id="[^"]*">(.*?)<\/h2>/g, "<h2>$1</h2>");
  return html.replaceAll(`<a href="${page.address}">`, `<a href="${page.address}" aria-current="page">`);
}

/** @param {Page} page @param {Page} index @param {string} version */
function documentOf(page, index, version) {
  const title = page === index ? "Switchboard guide" : `${page.title} · Switchboard guide`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="stylesheet" href="guide.css">
<script src="search-index.js" defer></script>
<script src="search.js" defer></script>
</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header>
<a class="name" href="index.html">Switchboard guide</a>
<form id="search" role="search" hidden>
<input type="search" name="q" aria-label="Search the guide" placeholder="Search the guide" autocomplete="off" aria-controls="results">
</form>
<a class="back" href="/">Back to the console</a>
</header>
<div class="columns">
<details class="menu" open>
<summary>All pages</summary>
<nav aria-label="Guide">
${navigation(index, page)}</nav>
</details>
<main id="content" tabindex="-1">
<section id="results" aria-live="polite" hidden></section>
<article>
${page.html}</article>
<footer>Switchboard ${escapeHtml(version)}</footer>
</main>
</div>
</body>
</html>
`;
}

/**
 * Writes the site. Another process never sees half of it, because the finished folder replaces the earlier one.
 * @param {string} base the repository
 * @param {string} target
 * @returns {string[]} the problems of the pages; if there are any, nothing is written
 */
export function writeSite(base, target) {
  const { pages, pictures, problems } = makePages(base);
  const index = pages.find(({ address }) => address === "index.html");
  if (!index || problems.length > 0) return problems;
  const { version } = JSON.parse(readFileSync(join(base, "package.json"), "utf8"));
  const folder = `${target}-${process.pid}`;
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "pictures"), { recursive: true });
  for (const page of pages) writeFileSync(join(folder, page.address), documentOf(page, index, version));
  for (const picture of pictures) copyFileSync(join(base, picture), join(folder, "pictures", basename(picture)));
  const own = join(import.meta.dirname, "files");
  writeFileSync(
    join(folder, "guide.css"),
    `:root {\n${colours(base)}\n}\n${readFileSync(join(own, "guide.css"), "utf8")}`,
  );
  copyFileSync(join(own, "search.js"), join(folder, "search.js"));
  const sections = pages.flatMap(({ address, title, sections: parts }) =>
    parts.map((part) => ({ address, page: title, ...part })),
  );
  writeFileSync(join(folder, "search-index.js"), `globalThis.searchIndex = ${JSON.stringify(sections)};\n`);
  writeFileSync(join(folder, stampName), guideHash(base));
  // A running console may read the earlier site, so the whole folder is replaced.
  const earlier = `${target}-earlier`;
  rmSync(earlier, { recursive: true, force: true });
  if (existsSync(target)) renameSync(target, earlier);
  renameSync(folder, target);
  rmSync(earlier, { recursive: true, force: true });
  return [];
}
