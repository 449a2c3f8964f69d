import { type Customer, customerSchema } from "#lib/contract/customers/customer.ts";
import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";
import { api, pages } from "#lib/paths.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";
import { everyLook, expect, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

/** Finds a production customer that is some weeks old. `place` 0 is the customer with the most users. */
async function someWeeksOld({ page }: Scene, place: number): Promise<Customer> {
  const query = "datefrom=2026-10-01&dateto=2026-10-31&sort=usersCount&ascending=false&limit=100";
  const answer = await page.request.get(api.customers("production", query));
  const { customers } = customerListSchema.parse(await answer.json());
  const isFit = ({ companyName, adminUser, contract }: Customer) =>
    /^[ -~À-ž–]+$/.test(companyName) && adminUser.email && contract.plan && contract.term;
  return customerSchema.parse(customers.filter(isFit)[place]);
}

const pageOf = (place: number, query: string) => async (scene: Scene) =>
  pages.customer("production", (await someWeeksOld(scene, place)).customerID, query);

export const customerPictures: readonly PictureEntry[] = [
  ...everyLook("customer", { height: 1_000, prints: true, address: pageOf(0, "window=all") }),
  {
    name: "activities-dark",
    theme: "dark",
    width: 1280,
    address: pageOf(0, "show=activities"),
    steps: async ({ page }) => {
      const activities = page.getByRole("region", { name: "Activities" });
      await activities.getByRole("table").getByRole("row").nth(1).waitFor();
      await activities.evaluate((region) => scrollTo(0, region.getBoundingClientRect().top + scrollY - 68));
    },
  },
  {
    name: "plan-and-term-dark",
    theme: "dark",
    width: 1280,
    role: "administrator",
    address: pageOf(1, "change=plan"),
    steps: async (scene) => {
      const { plan, term } = (await someWeeksOld(scene, 1)).contract;
      const dialog = scene.page.getByRole("dialog");
      await dialog.getByText("Plan and term", { exact: true }).click();
      const [otherPlan, otherTerm] = [
        plan === "enterprise" ? "professional" : "enterprise",
        term === "24-months" ? "monthly" : "24-months",
      ];
      await dialog.getByRole("radio", { name: contractValueName("plan", otherPlan) }).check();
      await dialog.getByRole("radio", { name: contractValueName("term", otherTerm) }).check();
      await dialog.getByRole("button", { name: "Review the change" }).click();
      await expect(dialog.getByRole("row", { name: "Term" })).toContainText("Step 2");
    },
  },
  {
    name: "conflict-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: pageOf(2, "change=plan"),
    steps: async (scene) => {
      const { customerID, contract } = await someWeeksOld(scene, 2);
      const [mine = "", theirs = ""] = ["enterprise", "professional", "essential"].filter(
        (plan) => plan !== contract.plan,
      );
      const dialog = scene.page.getByRole("dialog");
      await dialog.getByRole("radio", { name: mine }).check();
      await dialog.getByRole("button", { name: "Review the change" }).click();
      const send = dialog.getByRole("button", { name: `Change plan to ${contractValueName("plan", mine)}` });
      await send.waitFor();
      // A colleague changes the contract before this person sends a change.
      const headers = writing(scene);
      const answer = await scene.page.request.patch(contractAddress("production", customerID), {
        data: { plan: theirs },
        headers,
      });
      expect(answer.status(), await answer.text()).toBe(200);
      await send.click();
      await expect(dialog.getByRole("heading", { name: "The contract has changed in the meantime" })).toBeVisible();
    },
  },
];
