// Turns the guide's Markdown into pages of HTML, and finds dead links. The pages work from any folder, without a network
// and without scripts. Only the search needs a script (docs/decisions/0070-the-guide-as-pages.md).
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Marked } from "marked";

/** @typedef {{ file: string, address: string, title: string, html: string, anchors: Set<string>, sections: Section[] }} Page */
/** @typedef {{ anchor: string, title: string, text: string }} Section */
/** @typedef {{ page: string, link: string }} Link */

/** The start page. Its lists are the navigation of every page. */
const start = "docs/guide/README.md";

/** The files of the repository that are pages. @param {string} base */
function sourcesIn(base) {
  const markdownIn = (/** @type {string} */ folder) =>
    readdirSync(join(base, folder))
      .filter((name) => name.endsWith(".md"))
      .sort()
      .map((name) => `${folder}/${name}`);
  return [...markdownIn("docs/guide"), "docs/advisories.md", "CHANGELOG.md", ...markdownIn("docs/decisions")];
}

/** The file name of a page: `docs/decisions/0003-pinned-node.md` becomes `decisions-0003-pinned-node.html`. */
export function addressOf(/** @type {string} */ file) {
  if (file === start) return "index.html";
  const name = file.replace(/^docs\/(guide\/)?/, "").toLowerCase();
  return `${name
    .replace(/\/readme\.md$/, ".md")
    .replaceAll("/", "-")
    .replace(/\.md$/, "")}.html`;
}

/** @type {Record<string, string>} */
const entities = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escapeHtml = (/** @type {string} */ text) => text.replace(/[&<>"]/g, (one) => entities[one] ?? one);

/** The text of inline HTML. @param {string} html */
function textOf(html) {
  const decoded = { "&amp;": "&", "&lt;": "<", "&gt;": ">", "&quot;": '"', "&#39;": "'" };
  return html
    .replace(/<[^>]*>/g, "")
    .replace(/&(amp|lt|gt|quot|#39);/g, (one) => decoded[/** @type {keyof typeof decoded} */ (one)])
    .replace(/\s+/g, " ")
    .trim();
}

/** The anchor of a heading, as GitHub makes it, so that a link works in both. @param {string} text */
const anchorOf = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_ -]/gu, "")
    .replaceAll(" ", "-");

/**
 * Makes all pages.
 * @param {string} base the repository
 * @returns {{ pages: Page[], pictures: string[], problems: string[] }} `pictures`: the files that pages show;
 * `problems`: one sentence for each dead link, and for each page of the guide that the start page does not list
 */
export function makePages(base) {
  const sources = sourcesIn(base);
  /** @type {Set<string>} */
  const pictures = new Set();
  /** @type {string[]} */
  const problems = [];
  /** @type {(Link & { file: string, anchor: string })[]} */
  const links = [];

  const pages = sources.map((file) => {
    /** @type {Page} */
    const page = { file, address: addressOf(file), title: "", html: "", anchors: new Set(), sections: [] };
    /** @param {string} href */
    const resolved = (href) => posix.normalize(posix.join(posix.dirname(file), href));
    const marked = new Marked({
      gfm: true,
      renderer: {
        heading({ tokens, depth }) {
          const html = this.parser.parseInline(tokens);
          const text = textOf(html);
          const anchor = uniqueAnchor(page.anchors, anchorOf(text));
          if (depth === 1) page.title = text;
          page.sections.push({ anchor: depth === 1 ? "" : anchor, title: text, text: "" });
          return `<h${depth} id="${escapeHtml(anchor)}">${html}</h${depth}>\n`;
        },
        link({ href, tokens }) {
          const inner = this.parser.parseInline(tokens);
          if (/^[a-z]+:/i.test(href)) return `<a href="${escapeHtml(href)}" rel="noreferrer">${inner}</a>`;
          const [path = "", anchor = ""] = href.split("#");
          const target = path === "" ? file : resolved(path);
          if (sources.includes(target)) {
            links.push({ page: file, link: href, file: target, anchor });
            const address = path === "" ? "" : addressOf(target);
            return `<a href="${escapeHtml(address + (anchor === "" ? "" : `#${anchor}`))}">${inner}</a>`;
          }
          // Other files of the repository are not part of the site. Their names remain as text.
          if (!existsSync(join(base, target))) problems.push(`${file} links to ${href}, which does not exist`);
          return inner;
        },
        image({ href, text }) {
          const target = resolved(href);
          if (existsSync(join(base, target))) pictures.add(target);
          else problems.push(`${file} shows ${href}, which does not exist`);
          return `<img src="pictures/${escapeHtml(posix.basename(target))}" alt="${escapeHtml(text)}" loading="lazy">`;
        },
        // HTML in Markdown is shown as text. The guide needs none.
        html: ({ text }) => escapeHtml(text),
        table(token) {
          const cell = (/** @type {import("marked").Tokens.TableCell} */ { tokens, header }) =>
            `<${header ? 'th scope="col"' : "td"}>${this.parser.parseInline(tokens)}</${header ? "th" : "td"}>`;
          const row = (/** @type {import("marked").Tokens.TableCell[]} */ cells) =>
            `<tr>${cells.map(cell).join("")}</tr>\n`;
          const label = `Table in ${page.sections.at(-1)?.title ?? page.title}`;
          // A wide table scrolls by itself, also with the keyboard.
          return `<div class="table" role="region" aria-label="${escapeHtml(label)}" tabindex="0"><table>\n<thead>${row(token.header)}</thead>\n<tbody>${token.rows.map(row).join("")}</tbody>\n</table></div>\n`;
        },
        code: ({ text }) => `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`,
      },
    });
    page.html = String(marked.parse(readFileSync(join(base, file), "utf8")));
    fillSections(page);
    return page;
  });

  const byFile = new Map(pages.map((page) => [page.file, page]));
  for (const { page, link, file, anchor } of links) {
    if (anchor !== "" && !byFile.get(file)?.anchors.has(anchor)) {
      problems.push(`${page} links to ${link}, but that page has no such heading`);
    }
  }
  const listed = new Set(links.filter(({ page }) => page === start).map(({ file }) => file));
  for (const { file } of pages) {
    if (file !== start && dirname(file) === dirname(start) && !listed.has(file)) {
      problems.push(`${start} does not list ${file}`);
    }
  }
  return { pages, pictures: [...pictures].sort(), problems };
}

/** @param {Set<string>} anchors @param {string} anchor */
function uniqueAnchor(anchors, anchor) {
  let unique = anchor;
  for (let count = 1; anchors.has(unique); count += 1) unique = `${anchor}-${count}`;
  anchors.add(unique);
  return unique;
}

/** Gives each section of a page the text below its heading, for the search. @param {Page} page */
function fillSections(page) {
  const parts = page.html.split(/<h[1-6] id="[^"]*">.*?<\/h[1-6]>/);
  for (const [index, section] of page.sections.entries()) section.text = textOf(parts[index + 1] ?? "");
}
