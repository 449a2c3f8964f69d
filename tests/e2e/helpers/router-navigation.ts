import { expect, type Page, type Request } from "@playwright/test";

interface WithRouter {
  next?: { router?: { push(path: string): void } };
}

/**
 * Makes every `goto` of the page navigate like a link of the console. The document and the files that it has loaded
 * stay, which saves most of the cost of a page. The first page of a console and a repeated URL are loaded as usual.
 */
export function navigateByRouter(page: Page): { loadNext(): void } {
  const load = page.goto.bind(page);
  let loads = false;
  /** The requests for pages whose answers are not complete yet. */
  const pending = new Set<Request>();
  page.on("request", (request) => {
    if (request.headers().rsc === "1") pending.add(request);
  });
  page.on("requestfinished", (request) => pending.delete(request));
  page.on("requestfailed", (request) => pending.delete(request));
  page.goto = async (url, options) => {
    const before = page.url();
    const isThere = URL.canParse(url, before) && new URL(url, before).origin === new URL(before).origin;
    const pushes = !loads && options === undefined && isThere && new URL(url, before).href !== before;
    loads = false;
    if (!pushes) return load(url, options);
    const isPushed = await page.evaluate((path) => {
      const { router } = (window as WithRouter).next ?? {};
      router?.push(path);
      return router !== undefined;
    }, url);
    // Pages that the console's host answers without Next have no router.
    if (!isPushed) return load(url, options);
    await expect.poll(() => page.url() !== before && pending.size === 0).toBe(true);
    return null;
  };
  return {
    loadNext: () => {
      loads = true;
    },
  };
}
