import { chromium } from "@playwright/test";
const origin = process.argv[2] ?? "http://localhost:4567";
const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--disable-background-networking"] });
const errors: string[] = [];
async function shots(width: number, height: number, colorScheme: "light" | "dark", tag: string, who = "Administrator") {
  const context = await browser.newContext({ viewport: { width, height }, colorScheme });
  const page = await context.newPage();
  page.on("console", (m) => { if (m.type() === "error") errors.push(`${tag} ${page.url()} ${m.text()}`); });
  page.on("pageerror", (e) => errors.push(`${tag} ${page.url()} ${e.message}`));
  await page.goto(`${origin}/sign-in`);
  await page.waitForTimeout(500);
  await page.screenshot({ path: `/tmp/look/${tag}-sign-in.png` });
  await page.getByRole("button", { name: `${who}:` }).click();
  await page.waitForURL(/production|sandbox/);
  const list = await (await page.request.get(`${origin}/api/sandbox/customers?datefrom=1970-01-01&limit=5`)).json();
  const id = list.customers[1].customerID;
  const paths: Record<string, string> = {
    overview: "/sandbox", attention: "/attention", customers: "/sandbox/customers?window=all", customer: `/sandbox/customers/${id}`,
    numbers: "/sandbox/numbers", operations: "/sandbox/operations", jobs: "/sandbox/jobs", planned: "/sandbox/planned", calls: "/sandbox/calls", behaviour: "/sandbox/api-behaviour",
    staff: "/staff", policy: "/policy", audit: "/audit", health: "/console-health", account: "/account",
  };
  for (const [name, path] of Object.entries(paths)) {
    await page.goto(origin + path);
    await page.waitForLoadState("networkidle").catch(() => {});
    await page.waitForTimeout(700);
    const over = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (over > 0) errors.push(`${tag} ${name} overflows by ${over}`);
    await page.screenshot({ path: `/tmp/look/${tag}-${name}.png` });
  }
  await context.close();
}
await shots(1280, 800, "light", "w");
await shots(360, 740, "light", "n");
await shots(1280, 745, "dark", "d");
console.log(errors.join("\n"));
await browser.close();
