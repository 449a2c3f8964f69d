import { expect, type Page, test } from "@playwright/test";
import { runAxe } from "./axe-run.ts";
import { expectFocusSeen } from "./focus-seen.ts";

interface Look {
  /** The theme. Undefined: the current theme. */
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

/** Rules that depend on the theme, and rules that can fail on a narrow screen, which shows other controls. */
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
  // The Playwright project with our own service already analyses the same states.
  if (test.info().project.name === "other-api") return;
  if (colorScheme) await page.emulateMedia({ colorScheme });
  // Waits for the CSS transitions of a theme change, because colours are mixed while they run.
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
    // Ignores elements under the selection bar, because a person can scroll them into view. On narrow screens, CSS
    // writes the names of sortable columns (`data-label`). Browsers use this text as the name of the header, but axe
    // does not read it.
    const seen = nodes.filter(
      ({ html, messageKeys }) =>
        !messageKeys.some((key) => /obscured/i.test(key)) &&
        !(id === "empty-table-header" && /^<th [^>]*data-label="[^"]/.test(html)),
    );
    return seen.length === 0 ? [] : [`${id}: ${seen.map(({ html }) => html).join(" ")}`];
  });
  expect(found, colorScheme).toEqual([]);
}

/**
 * Asserts that there is no violation in the light theme, at the page's current width. Used between the steps of a
 * longer test. Both themes use the same tokens, and `tests/unit/app/colours.test.ts` computes their contrast. If a
 * dialog is open, only the dialog is analysed, because everything else is inert.
 */
export async function expectAccessible(page: Page): Promise<void> {
  const isCovered = (await page.locator("dialog[open]").count()) > 0;
  await expectNoViolation(page, { colorScheme: "light", within: isCovered ? "dialog[open]" : undefined });
}

/**
 * The smallest screens: 1,280 px with a zoom of 400 % (WCAG 1.4.10), and a phone in landscape or a laptop with a zoom
 * of 200 %.
 */
const smallest = [
  { width: 320, height: 640 },
  { width: 640, height: 360 },
] as const;

/**
 * Asserts that there is no violation and that nothing is cut off. On a wide screen, it checks every rule in the light
 * theme. On a narrow screen, it checks in the dark theme the rules that depend on theme or width. Then it checks that
 * nothing is cut off on the smallest screens.
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

/** Asserts that nothing is wider than the screen, or than the dialog that contains it. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  // Polls, because a new width does not take effect everywhere at once.
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
