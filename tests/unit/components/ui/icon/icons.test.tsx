import * as lucide from "lucide-react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import type { IconComponent } from "#components/ui/icon/icons.tsx";
import * as icons from "#components/ui/icon/icons.tsx";
import { railRows } from "#lib/places.ts";

/** The names of the navigation rail's icons, from `lib/places.ts`. */
const railIcons = Object.values(railRows).map(({ icon }) => icon);
const pascalCase = (name: string) => name.replaceAll(/(?:^|-)(\w)/g, (_, letter: string) => letter.toUpperCase());

const { icon, ...exported } = icons;
const ours = Object.entries<IconComponent>({
  ...exported,
  ...Object.fromEntries(railIcons.map((name) => [pascalCase(name), icon(name)])),
}).sort(([one], [other]) => (one < other ? -1 : 1));
const theirs = lucide as unknown as Record<string, IconComponent>;

/** Returns the name of an icon in the sprite, which the icon's markup contains. */
function referenceOf(Icon: IconComponent): string | undefined {
  return /#([^#"]+)"/.exec(renderToStaticMarkup(<Icon />))?.[1];
}

function symbolOf([name, Icon]: (typeof ours)[number]): string {
  const Theirs = theirs[name];
  if (!Theirs) throw new Error(`Lucide has no icon ${name}`);
  const [, lines = ""] = /<svg[^>]*>(.*)<\/svg>/.exec(renderToStaticMarkup(<Theirs />)) ?? [];
  const shapes = lines.replaceAll(/><\/(path|rect|circle|line|polyline|polygon|ellipse)>/g, "/>");
  return `<symbol id="${referenceOf(Icon)}" viewBox="0 0 24 24">${shapes}</symbol>`;
}

/** After you have added an icon, run this test with `-u` to draw the sprite again. */
test("the sprite contains every icon of the console exactly as Lucide draws it", async () => {
  const symbols = ours.map(symbolOf).join("\n");
  await expect(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">\n${symbols}\n</svg>\n`,
  ).toMatchFileSnapshot("../../../../../components/ui/icon/icons.svg");
});

test("each icon has its own name in the sprite", () => {
  expect(new Set(ours.map(([, Icon]) => referenceOf(Icon))).size).toBe(ours.length);
});

test("an icon is hidden from screen readers unless it has a name, and keeps its classes", () => {
  expect(renderToStaticMarkup(<icons.Copy className="size-4" />)).toMatch(
    /^<svg aria-hidden="true" class="icon size-4"/,
  );
  expect(renderToStaticMarkup(<icons.Copy aria-label="Copied" />)).toMatch(/^<svg aria-label="Copied" class="icon"/);
});
