import { expect, test } from "@playwright/test";
import { startConsole } from "#tests/fixtures/console/start-console.ts";
import { type PageBudget, pageBudgets, pageElements } from "#tests/fixtures/page-size/budgets.ts";
import { largestModules } from "#tests/fixtures/page-size/chunk-modules.ts";
import { createPageMeasure } from "#tests/fixtures/page-size/measure-page.ts";
import { measuredPages, signInAtDemo } from "#tests/fixtures/page-size/measured-pages.ts";

const measures = ["script", "document", "packedDocument", "styles", "requests"] as const satisfies (keyof PageBudget)[];

/** After this many readings without its list, a page counts as a page that never contains it. */
const mostReadings = 20;

/** The size of a page depends only on the build and the document, so the test needs no browser. */
test("no page is larger than its budget, and each page contains the list that it shows @demo", async () => {
  // A separate console, because data from other tests would make the pages larger.
  const console = await startConsole();
  try {
    const cookie = await signInAtDemo(console.origin);
    const measurePage = createPageMeasure(console.origin, cookie);
    const complaints: string[] = [];
    for (const [name, path] of Object.entries(await measuredPages(console.origin, cookie))) {
      let size = await measurePage(path);
      // On a busy machine, an answer may take so long that its page is sent without its list. So the page is read again.
      for (let reading = 2; size.isWaiting && reading <= mostReadings; reading += 1) size = await measurePage(path);
      const budget = pageBudgets[name];
      for (const counted of ["elements", "elementsBeforeRows"] as const) {
        const most = pageElements[name]?.[counted] ?? Number.POSITIVE_INFINITY;
        if (size[counted] > most) complaints.push(`${name}: ${counted} is ${size[counted]}, its budget is ${most}`);
      }
      if (size.isWaiting) complaints.push(`${name}: its list has yet to be read by a script`);
      for (const measure of measures) {
        if (budget && size[measure] <= budget[measure]) continue;
        complaints.push(`${name}: ${measure} is ${size[measure]}, its budget is ${budget?.[measure]}`);
        if (measure !== "script") continue;
        for (const [module, bytes] of largestModules(size.chunks, 25)) complaints.push(`  ${bytes} ${module}`);
        complaints.push("  (bytes of a module before compression, the largest first)");
      }
    }
    expect(complaints.join("\n")).toBe("");
  } finally {
    await console.close();
  }
});
