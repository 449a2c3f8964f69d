import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makePages } from "../../../scripts/setup/guide/pages.mjs";
import { writeSite } from "../../../scripts/setup/guide/site.mjs";

const root = resolve(import.meta.dirname, "../../..");

let folder: string;

const write = (name: string, text: string) => {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), text);
};

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "switchboard-guide-"));
  write("package.json", JSON.stringify({ version: "1.2.3" }));
  write("app/globals.css", "  --color-ink: black;\n  --text-fine: 1rem;\n");
  write(
    "docs/guide/README.md",
    "# The guide\n\n## For all\n\n- [Backup](backup.md)\n- [Changes](../../CHANGELOG.md)\n",
  );
  write("docs/guide/backup.md", "# Backup\n\n## A `first` step\n\nText.\n");
  write("docs/advisories.md", "# Advisories\n");
  write("docs/decisions/README.md", "# Records\n");
  write("CHANGELOG.md", "# Changelog\n");
  cpSync(join(root, "scripts/setup/guide"), join(folder, "scripts/setup/guide"), { recursive: true });
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

const htmlOf = (text: string) => {
  write("docs/guide/backup.md", text);
  const { pages, problems } = makePages(folder);
  return { html: pages.find(({ address }) => address === "backup.html")?.html ?? "", problems };
};

test("links between documents lead to pages, with the same anchors as in the repository", () => {
  const { html, problems } = htmlOf(
    "# Backup\n\n## A `first` step, again\n\n[a](#a-first-step-again) [b](README.md#for-all) [c](../decisions/README.md) [d](https://example.test/?a=1&b=2)\n",
  );
  expect(problems).toEqual([]);
  expect(html).toContain('<h2 id="a-first-step-again">A <code>first</code> step, again</h2>');
  expect(html).toContain('<a href="#a-first-step-again">a</a> <a href="index.html#for-all">b</a>');
  expect(html).toContain('<a href="decisions.html">c</a>');
  expect(html).toContain('<a href="https://example.test/?a=1&amp;b=2" rel="noreferrer">d</a>');
});

test("a link to a file that is not a page becomes text", () => {
  write("deploy/x.conf", "");
  const { html, problems } = htmlOf("# Backup\n\nSee [the example](../../deploy/x.conf).\n");
  expect(problems).toEqual([]);
  expect(html).toContain("<p>See the example.</p>");
});

test("HTML in a document is shown as text", () => {
  const { html } = htmlOf('# Backup\n\n<script>alert(1)</script>\n\nA <b onclick="x">b</b> and `<file>`\n');
  expect(html).not.toMatch(/<(script|b)\b/);
  expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt;");
  expect(html).toContain("<code>&lt;file&gt;</code>");
});

test.each([
  ["a missing page", "[x](gone.md)", "docs/guide/backup.md links to gone.md, which does not exist"],
  [
    "a missing heading of another page",
    "[x](../advisories.md#gone)",
    "docs/guide/backup.md links to ../advisories.md#gone, but that page has no such heading",
  ],
  ["a missing heading", "[x](#gone)", "docs/guide/backup.md links to #gone, but that page has no such heading"],
  [
    "a missing picture",
    "![x](../pictures/gone.png)",
    "docs/guide/backup.md shows ../pictures/gone.png, which does not exist",
  ],
])("the check finds %s", (_, text, problem) => {
  expect(htmlOf(`# Backup\n\n${text}\n`).problems).toEqual([problem]);
});

test("the check finds a page of the guide that the start page does not list", () => {
  write("docs/guide/extra.md", "# Extra\n");
  expect(makePages(folder).problems).toEqual(["docs/guide/README.md does not list docs/guide/extra.md"]);
});

test("a site with a problem is not written, and the earlier one stays", () => {
  const target = join(folder, "site");
  expect(writeSite(folder, target)).toEqual([]);
  const before = readFileSync(join(target, "backup.html"), "utf8");
  write("docs/guide/backup.md", "# Changed\n\n[x](gone.md)\n");
  expect(writeSite(folder, target)).toHaveLength(1);
  expect(readFileSync(join(target, "backup.html"), "utf8")).toBe(before);
});

test("a page has no inline script or style, loads nothing from elsewhere, and marks itself in the navigation", () => {
  const target = join(folder, "site");
  expect(writeSite(root, target)).toEqual([]);
  for (const { address } of makePages(root).pages) {
    const html = readFileSync(join(target, address), "utf8");
    expect(html).not.toMatch(/<script(?! src="[\w-]+\.js" defer><\/script>)|<style|\sstyle=|\son\w+=/);
    expect(html).not.toMatch(/<(?:img|script|link)[^>]*(?:src|href)="(?:https?:)?\/\//);
    expect(html.match(/<h1 /g), address).toHaveLength(1);
  }
  expect(readFileSync(join(target, "backup.html"), "utf8")).toContain('<a href="backup.html" aria-current="page">');
  expect(readFileSync(join(target, "guide.css"), "utf8")).toMatch(/^:root \{\n--color-canvas: /);
});
