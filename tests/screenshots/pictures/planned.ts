import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { type PlannedChange, plannedAnswerSchema } from "#lib/contract/operations/planned.ts";
import { utcDay } from "#lib/contract/values/calendar.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { api, pages } from "#lib/paths.ts";
import { contractAddress } from "#tests/fixtures/console/contract-address.ts";
import { everyLook, expect, once, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

const zone = "Europe/Amsterdam";

/** The midnight `days` days after today. */
const midnightAfter = (days: number) => ({ local: `${utcDay(Date.now() + (days + 1) * dayMs)}T00:00`, zone });

/**
 * Plans three changes: a change at midnight, a temporary change, and a change whose contract another person has changed
 * since then.
 */
const plan = once(async (scene: Scene): Promise<PlannedChange[]> => {
  const { page } = scene;
  const query = "datefrom=1970-01-01&sort=companyName&ascending=true&limit=100";
  const answer = await page.request.get(api.customers("sandbox", query));
  const { customers } = customerListSchema.parse(await answer.json());
  const [first, second, third] = customers.filter(
    ({ contract, deleted }) => !deleted && contract.plan === "essential" && contract.term !== "12-months",
  );
  const about = [
    { customer: first, change: { plan: "enterprise" }, at: midnightAfter(0), console: { reason: "Winter campaign" } },
    { customer: second, change: { plan: "professional" }, at: midnightAfter(1), until: midnightAfter(15) },
    { customer: third, change: { term: "12-months" }, at: midnightAfter(2) },
  ];
  const planned: PlannedChange[] = [];
  for (const { customer, ...given } of about) {
    const data = { customerID: customer?.customerID, expected: customer?.contract, ...given };
    const made = await page.request.post(api.planned("sandbox"), { headers: writing(scene), data });
    planned.push(plannedAnswerSchema.parse(await made.json()).plannedChange);
  }
  const changed = await page.request.patch(contractAddress("sandbox", third?.customerID ?? ""), {
    headers: writing(scene),
    data: { plan: "professional", expected: third?.contract },
  });
  expect(changed.ok()).toBe(true);
  return planned;
});

const listed = async (scene: Scene, query?: string) => {
  await plan(scene);
  return pages.planned("sandbox", query);
};

const one = (index: number) => async (scene: Scene) =>
  pages.plannedChange("sandbox", (await plan(scene))[index]?.plannedChangeID ?? "");

export const plannedPictures: readonly PictureEntry[] = [
  ...everyLook("planned-changes", { role: "administrator", prints: true, address: (scene) => listed(scene) }),
  {
    name: "planned-calendar-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: (scene) => listed(scene, "layout=calendar"),
  },
  {
    name: "planned-calendar-dark-360",
    theme: "dark",
    width: 360,
    role: "administrator",
    address: (scene) => listed(scene, "layout=calendar"),
  },
  ...everyLook("planned-change", { role: "administrator", prints: true, address: one(1) }),
  {
    name: "planned-review-again-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: one(2),
    steps: async ({ page }) => {
      await page.getByRole("button", { name: "Review again" }).click();
      await expect(page.getByRole("dialog").getByRole("columnheader", { name: "Now" })).toBeVisible();
    },
  },
  {
    name: "planned-form-dark",
    theme: "dark",
    width: 1280,
    role: "administrator",
    address: async (scene) => pages.customer("sandbox", (await plan(scene))[0]?.customerID ?? "", "change=plan"),
    steps: async ({ page }) => {
      const form = page.getByRole("dialog");
      await form.getByRole("radio", { name: "Temporary" }).check();
      await form.getByLabel("Start").fill("2027-03-28T02:30");
      await form.getByLabel("End").scrollIntoViewIfNeeded();
    },
  },
];
