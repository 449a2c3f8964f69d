import AxeBuilder from "@axe-core/playwright";
import { expect, type Page } from "@playwright/test";

interface Look {
  /** The theme; default: the one that is on. */
  colorScheme?: "light" | "dark";
  /** Also that what can be pressed is 24 × 24 px or has so much room to itself. */
  targets?: boolean;
  /** Only what another theme can change. */
  onlyColours?: boolean;
}

/** No violation that axe knows, in the page as it is now. */
export async function expectNoViolation(page: Page, { colorScheme, targets = false, onlyColours = false }: Look = {}) {
  if (colorScheme) await page.emulateMedia({ colorScheme });
  // A colour on its way from one theme to the other is neither's.
  await page.evaluate(async () => {
    const underWay = document.getAnimations().filter((animation) => animation instanceof CSSTransition);
    await Promise.allSettled(underWay.map(({ finished }) => finished));
  });
  // Without frames, and without a record of what passes, it takes a fifth of the time.
  const axe = new AxeBuilder({ page }).setLegacyMode(true).options({
    resultTypes: ["violations"],
    ...(onlyColours ? { runOnly: ["color-contrast"] } : { rules: { "target-size": { enabled: targets } } }),
  });
  const { violations } = await axe.analyze();
  const found = violations.flatMap(({ id, nodes }) => {
    // What lies under the bar of what is selected can be scrolled from there.
    const seen = nodes.filter(({ any }) => !any.some(({ data }) => /obscured/i.test(data?.messageKey ?? "")));
    return seen.length === 0 ? [] : [`${id}: ${seen.map(({ html }) => html).join(" ")}`];
  });
  expect(found, colorScheme).toEqual([]);
}

/** No violation in either theme, at the width that the page has. */
export async function expectAccessible(page: Page): Promise<void> {
  await expectNoViolation(page, { colorScheme: "light" });
  await expectNoViolation(page, { colorScheme: "dark", onlyColours: true });
}

/** No violation, and nothing cut off, in light on a wide screen and in dark on a narrow one. */
export async function expectAccessibleInBothLooks(page: Page, { targets = false } = {}): Promise<void> {
  for (const [colorScheme, width] of [
    ["light", 1280],
    ["dark", 360],
  ] as const) {
    await page.setViewportSize({ width, height: 800 });
    await expectNothingCutOff(page);
    await expectNoViolation(page, { colorScheme, targets });
  }
}

/** Nothing is wider than the screen, nor than the dialog that it is in. */
export async function expectNothingCutOff(page: Page): Promise<void> {
  // A new width is not taken over everywhere at the same moment.
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
