import { expect, type Page, test } from "@playwright/test";
import { runAxe } from "./axe-run.ts";
import { expectFocusSeen } from "./focus-seen.ts";

interface Look {
  /** The theme; default: the current one. */
  colorScheme?: "light" | "dark";
  /** Also checks that targets are 24 × 24 px or have that much space around them. */
  targets?: boolean;
  /** Checks only these rules. */
  only?: readonly string[];
  /** Checks only this part of the page. */
  within?: string | undefined;
  /** Also checks that no sticky bar covers the focused element. */
  focus?: boolean;
}

/** The rules that depend on the theme, and those that can differ on a narrow screen, which shows other controls. */
const narrowAndDark = [
  "aria-hidden-focus",
  "button-name",
  "color-contrast",
  "label",
  "link-name",
  "select-name",
  "target-size",
];

/** Asserts that axe finds no violation in the current state of the page. */
export async function expectNoViolation(page: Page, { colorScheme, targets = false, only, within }: Look = {}) {
  // Our own service has the same states, which are analysed there.
  if (test.info().project.name === "other-api") return;
  if (colorScheme) await page.emulateMedia({ colorScheme });
  // During a change of theme, colours are mixed.
  await page.evaluate(async () => {
    const underWay = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(underWay.map(({ finished }) => finished));
  });
  const violations = await runAxe(
    page,
    within,
    only ? { runOnly: [...only] } : { rules: { "target-size": { enabled: targets } } },
  );
  const found = violations.flatMap(({ id, nodes }) => {
    // Content under the selection bar can be scrolled into view.
    const seen = nodes.filter(({ messageKeys }) => !messageKeys.some((key) => /obscured/i.test(key)));
    return seen.length === 0 ? [] : [`${id}: ${seen.map(({ html }) => html).join(" ")}`];
  });
  expect(found, colorScheme).toEqual([]);
}

/**
 * Asserts that there is no violation in the light theme, at the page's current width. For the steps of a longer test.
 * Both themes use the same tokens, whose contrast tests/unit/app/colours.test.ts computes. If a dialog is open, only
 * the dialog is analysed: the rest is inert, and the page states cover it.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isCovered = (await page.locator("dialog[open]").count()) > 0;
  await expectNoViolation(page, { colorScheme: "light", within: isCovered ? "dialog[open]" : undefined });
}

/**
 * A width of 1,280 px with a zoom of 400 % (WCAG 1.4.10), and a phone in landscape or a laptop with a zoom of 200 %.
 */
const smallest = [
  { width: 320, height: 640 },
  { width: 640, height: 360 },
] as const;

/**
 * Asserts that there is no violation and that nothing is cut off. It checks every rule in the light theme on a wide
 * screen, and in the dark theme on a narrow screen the rules that depend on theme or width. Then it checks that nothing
 * is cut off on the smallest screens.
 */
export async function expectAccessibleInBothLooks(
  page: Page,
  { targets = false, within, focus = false }: Pick<Look, "targets" | "within" | "focus"> = {},
): Promise<void> {
  for (const [colorScheme, width, only] of [
    ["light", 1280, undefined],
    ["dark", 360, narrowAndDark],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCutOff(page);
    const criteria = targets ? "axe, and targets of 24 px (2.5.8)" : "axe";
    await test.step(`${criteria}: ${colorScheme}, ${width} px`, () =>
      expectNoViolation(page, { colorScheme, targets, within, ...(only && { only }) }));
    if (focus) {
      await test.step(`no focus is covered (2.4.11): ${width} px`, () => expectFocusSeen(page, within));
    }
  }
  for (const size of smallest) {
    await test.step(`nothing is cut off (1.4.10): ${size.width} px`, async () => {
      await page.setViewportSize(size);
      await expectNothingCutOff(page);
    });
  }
}

/** Asserts that nothing is wider than the screen or its dialog. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  // A new width does not take effect everywhere at once.
  await expect
    .poll(() =>
      page.evaluate(() =>
        [document.documentElement, ...document.querySelectorAll("dialog, [popover]")]
          .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)
          .map(({ tagName, scrollWidth, clientWidth }) => `${tagName}: ${scrollWidth} of ${clientWidth}`),
      ),
    )
    .toEqual([]);
}
