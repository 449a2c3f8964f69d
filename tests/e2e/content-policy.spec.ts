import { pages } from "#lib/paths.ts";
import { expect, test } from "./fixtures.ts";

test("a violation of the Content-Security-Policy that its script keeps to itself is seen by every test", async ({
  page,
  allowConsole,
}) => {
  allowConsole(/script-src blocked eval/);
  await page.goto(pages.signIn());
  const reported = page.waitForEvent("pageerror");
  await page.evaluate(() => {
    setTimeout(() => {
      try {
        new Function("");
      } catch {
        // What a library does that only wants to know whether it may.
      }
    });
  });
  expect((await reported).message).toContain("script-src blocked eval");
});
