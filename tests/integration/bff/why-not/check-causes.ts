import { expect } from "vitest";
import { emptyCauseTexts } from "#components/ui/why-not/texts.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { ListLimit } from "#lib/why-not/list-limit.ts";
import { type EmptyCause, emptyCauses, whyEmpty } from "#lib/why-not/why-empty.ts";

/** A list of the console: its URL, and the limits that can make it empty. */
export interface Place<View> {
  path: (view: View, environment?: Environment) => string;
  limits: (view: View) => ListLimit<View>[];
  none: Readonly<View>;
  /**
   * One entry for each cause: a view whose list is empty because of this cause, or the reason why the cause cannot
   * occur.
   */
  cells: Record<EmptyCause, Partial<View> | string>;
}

/**
 * Makes the list empty by each possible cause. Returns the causes for which two things are true: the page names the
 * cause, and the proposed step brings rows back.
 */
export async function checkCauses<View>(
  name: string,
  { path, limits, none, cells }: Place<View>,
  totalOf: (path: string) => Promise<number>,
): Promise<string[]> {
  const reached: string[] = [];
  for (const cause of emptyCauses) {
    const given = cells[cause];
    if (typeof given === "string") continue;
    const view = { ...none, ...given };
    expect(await totalOf(path(view)), `${name} ${cause}`).toBe(0);
    const counted: (ListLimit<View> & { found: number })[] = [];
    for (const limit of limits(view)) {
      counted.push({ ...limit, found: await totalOf(path({ ...view, ...limit.change }, limit.environment)) });
    }
    const why = whyEmpty(counted);
    expect(why, `${name} ${cause}`).toMatchObject({ kind: "limit", limit: { cause } });
    if (why.kind !== "limit") continue;
    const { limit } = why;
    // The step must remove exactly the limit that the page named.
    expect(await totalOf(path({ ...view, ...limit.change }, limit.environment))).toBe(limit.found);
    expect(limit.found).toBeGreaterThan(0);
    expect(emptyCauseTexts[cause].reason("1 row", "Sandbox")).toContain("1 row");
    reached.push(`${name} ${cause}`);
  }
  return reached;
}
