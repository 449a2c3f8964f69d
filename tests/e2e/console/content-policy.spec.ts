import { pages } from "#lib/paths.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";

test("a violation of the Content-Security-Policy fails the test in every window, even if a script catches it", async ({
  page,
  browser,
  origin,
  allowConsole,
}) => {
  allowConsole(/script-src blocked eval/);
  const other = await browser.newContext({ baseURL: origin });
  for (const tab of [page, await other.newPage()]) {
    await tab.goto(pages.signIn());
    const reported = tab.waitForEvent("pageerror");
    await tab.evaluate(() => {
      setTimeout(() => {
        try {
          new Function("");
        } catch {
          // Libraries catch this error to find out whether `new Function` is allowed.
        }
      });
    });
    expect((await reported).message).toContain("script-src blocked eval");
  }
  await other.close();
});
