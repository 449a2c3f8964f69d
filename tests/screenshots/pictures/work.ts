import type { Page } from "@playwright/test";
import { type Job, jobListSchema } from "#lib/contract/job.ts";
import { operationAnswerSchema, operationListSchema } from "#lib/contract/operations/operation.ts";
import { api, pages } from "#lib/paths.ts";
import { everyLook, expect, once, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

/** Creates a sandbox customer with this name. Returns the operation in the answer. */
async function create(scene: Scene, companyName: string) {
  const answer = await scene.page.request.post(api.customers("sandbox"), {
    headers: writing(scene),
    data: { companyName, plan: "professional", term: "12-months", adminUser: { email: "ada@ahorn.example" } },
  });
  const body = await answer.json();
  return answer.ok() ? operationAnswerSchema.parse(body).operation : undefined;
}

const jobOfNew = (companyName: string) => async (scene: Scene) =>
  pages.job("sandbox", (await create(scene, companyName))?.jobID ?? "");

/** Finds the first job in this state. Returns the URL of its page. */
const jobIn =
  (state: Job["state"]) =>
  async ({ page }: Scene): Promise<string> => {
    const answer = await page.request.get(api.list("production", "jobs", "limit=100"));
    const job = jobListSchema.parse(await answer.json()).jobs.find((candidate) => candidate.state === state);
    if (!job) throw new Error(`There is no job that is ${state}.`);
    return pages.job("production", job.jobID);
  };

/** The URL of the page of a customer that is being created. */
async function newCustomer(scene: Scene): Promise<string> {
  const operation = await create(scene, "Esche Netzwerke [stall:numbers]");
  return pages.customer("sandbox", operation?.customerID ?? "");
}

const review = (page: Page) => page.getByRole("button", { name: "Review" }).click();

/** Creates one operation of each kind, as the administrator. */
const someWork = once(async (scene) => {
  for (const name of ["Eiche Telefonie", "Linde KG [answer:409]", "Birke GmbH [fail:admin-user]"]) {
    await create(scene, name);
  }
  await create(scene, "Ahorn & Söhne [stall:activate]");
});

/** Finds the operation for a company whose name begins with this text. Returns the URL of its page. */
const operationOf = (companyName: string) => async (scene: Scene) => {
  await someWork(scene);
  const answer = await scene.page.request.get(
    api.operations("sandbox", new URLSearchParams({ searchTerm: companyName })),
  );
  const [operation] = operationListSchema.parse(await answer.json()).operations;
  return pages.operation("sandbox", operation?.operationID ?? "");
};

export const workPictures: readonly PictureEntry[] = [
  {
    name: "create-errors-light",
    theme: "light",
    width: 1280,
    height: 940,
    address: pages.newCustomer("sandbox"),
    steps: async ({ page }) => {
      await page.getByRole("textbox", { name: "Company name" }).fill("Ahorn & Söhne");
      await page.getByRole("textbox", { name: /^Administrator e-mail/ }).fill("ada at ahorn");
      await review(page);
      await expect(page.getByRole("alert", { name: "Correct what you have entered" })).toBeFocused();
      await page.evaluate(() => scrollTo(0, 0));
    },
  },
  {
    name: "create-review-dark",
    theme: "dark",
    width: 1280,
    address: pages.newCustomer("production"),
    steps: async ({ page }) => {
      await page.getByRole("textbox", { name: "Company name" }).fill("Ahorn & Söhne");
      await page.getByRole("radio", { name: "Professional" }).check();
      await page.getByRole("radio", { name: "12 months" }).check();
      await page.getByRole("textbox", { name: /^Administrator e-mail/ }).fill("ada@ahorn.example");
      await review(page);
      await expect(page.getByRole("heading", { name: "Review" })).toBeFocused();
    },
  },
  {
    name: "job-running-dark",
    theme: "dark",
    width: 1280,
    role: "administrator",
    address: jobOfNew("Ahorn & Söhne [stall:numbers]"),
  },
  {
    name: "operation-unknown-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: async (scene) => {
      // The API answers that it is overloaded. So the console cannot know whether the API has created the customer.
      await create(scene, "Ulme AG [answer:503]");
      return pages.operations("sandbox", "state=unknown");
    },
    steps: async ({ page }) => {
      await page
        .getByRole("link", { name: /Ulme AG/ })
        .first()
        .click();
      await expect(page.getByText("Switchboard never resends it automatically.")).toBeVisible();
    },
  },
  {
    name: "tray-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: async (scene) => {
      await someWork(scene);
      return pages.operations("sandbox");
    },
    steps: async ({ page }) => {
      await page.getByRole("button", { name: /^My operations: \d+ running, \d+ needs? attention/ }).click();
      const tray = page.getByRole("group", { name: "My operations" });
      await expect(tray.getByText("Failed").first()).toBeVisible();
    },
  },
  {
    name: "operations-filtered-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: pages.operations("sandbox", "outcome=needs-attention"),
    steps: ({ page }) => page.getByRole("button", { name: /^Outcome: / }).click(),
  },
  {
    name: "overview-waiting-dark",
    theme: "dark",
    width: 1280,
    role: "administrator",
    address: pages.overview("sandbox"),
  },
  ...everyLook("new-customer", { address: pages.newCustomer("production") }),
  ...everyLook("job-failed", { prints: true, address: jobIn("failed") }),
  ...everyLook("operations", { role: "administrator", prints: true, address: pages.operations("sandbox") }),
  ...everyLook("operation", { role: "administrator", prints: true, address: operationOf("Birke") }),
  {
    name: "customer-creating-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: newCustomer,
  },
  {
    name: "customer-gone-dark",
    theme: "dark",
    width: 1280,
    address: pages.customer("production", "0b0e7f3e-1111-4222-8333-444444444444"),
    steps: ({ page }) => page.getByRole("heading", { name: "Customer not found" }).waitFor(),
  },
  {
    name: "job-gone-light-360",
    theme: "light",
    width: 360,
    address: pages.job("production", "0b0e7f3e-1111-4222-8333-444444444444"),
  },
];
