import { expect, type Locator, type Page } from "@playwright/test";

type Role = Parameters<Page["getByRole"]>[0];

interface TabOptions {
  /** True to press Shift and Tab, which goes backwards. */
  backwards?: boolean;
  /** The number of presses after which the element counts as unreachable. */
  presses?: number;
}

/** The problem with the visible focus. Undefined if there is none. */
function focusTrouble(element: Element): string | undefined {
  const rings = [element, element.parentElement, element.parentElement?.parentElement].filter((ring) => ring != null);
  const hasRing = rings.some((ring) => {
    const { outlineStyle, outlineWidth } = getComputedStyle(ring);
    return outlineStyle !== "none" && Number.parseFloat(outlineWidth) > 0;
  });
  if (!hasRing) return "nothing shows that it has the focus";
  const box = element.getClientRects()[0];
  if (!box || box.width === 0 || box.height === 0) return "it has no size";
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  if (x < 0 || y < 0 || x > innerWidth || y > innerHeight) return "it is outside of what is on the screen";
  const hit = document.elementFromPoint(x, y);
  const isSeen = hit !== null && (element.contains(hit) || hit.contains(element));
  return isSeen ? undefined : `it is under ${hit?.tagName.toLowerCase()} ${hit?.className ?? ""}`;
}

/**
 * Asserts that the focused element shows its focus, and that neither the sticky header nor the bottom bar covers it.
 */
export async function expectSeenFocus(target: Locator, what: string): Promise<void> {
  expect(await target.evaluate(focusTrouble), `the focus on ${what}`).toBeUndefined();
}

/** Presses Tab until the element has the focus. The focus must be visible. */
export async function tabTo(
  page: Page,
  role: Role,
  name: string | RegExp,
  { backwards = false, presses = 150 }: TabOptions = {},
): Promise<Locator> {
  const target = page.getByRole(role, typeof name === "string" ? { name, exact: true } : { name }).first();
  await expect(target).toBeAttached();
  for (let press = 0; press < presses; press++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      await expectSeenFocus(target, `${role} ${name}`);
      return target;
    }
    await page.keyboard.press(backwards ? "Shift+Tab" : "Tab");
  }
  throw new Error(`Tab does not reach the ${role} ${name}`);
}
