import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";

/** A violation of one of axe's rules. */
export interface Violation {
  id: string;
  /** The elements, each with the message keys of the failed checks. */
  nodes: { html: string; messageKeys: string[] }[];
}

interface WithAxe {
  axe?: { run(context: unknown, options: RunOptions): Promise<AxeResults> };
}

const source = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Runs in the page. Returns undefined if axe is not loaded in this document yet. */
async function violationsOf([within, options]: [string | null, RunOptions]): Promise<Violation[] | undefined> {
  const { axe } = window as WithAxe;
  if (!axe) return undefined;
  const { violations } = await axe.run(within === null ? document : { include: [within] }, options);
  return violations.map(({ id, nodes }) => ({
    id,
    nodes: nodes.map(({ html, any }) => ({ html, messageKeys: any.map(({ data }) => String(data?.messageKey)) })),
  }));
}

/**
 * Returns the violations that axe finds in the page, or in a part of it. Loading axe takes half as long as its rules,
 * so axe stays in the document. Axe neither checks frames nor computes selectors.
 */
export async function runAxe(page: Page, within: string | undefined, options: RunOptions): Promise<Violation[]> {
  const given: [string | null, RunOptions] = [
    within ?? null,
    { resultTypes: ["violations"], iframes: false, selectors: false, ...options },
  ];
  const found = await page.evaluate(violationsOf, given);
  if (found) return found;
  await page.evaluate(source);
  return (await page.evaluate(violationsOf, given)) ?? [];
}
