import { customerListSchema } from "#lib/contract/customers/customer-list.ts";
import { bulkAnswerSchema, bulkDetailSchema } from "#lib/contract/operations/bulk.ts";
import { api, pages } from "#lib/paths.ts";
import { everyLook, expect, once, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

/**
 * Starts a change of sandbox customers to this plan, with a note. Waits until every customer was checked. Returns the
 * ID of the bulk change.
 */
async function begin(scene: Scene, plan: string, from: number): Promise<string> {
  const { page } = scene;
  const query = "datefrom=1970-01-01&sort=companyName&ascending=false&limit=100";
  const answer = await page.request.get(api.customers("sandbox", query));
  const { customers } = customerListSchema.parse(await answer.json());
  const customerIDs = customers.map(({ customerID }) => customerID).slice(from, from + 48);
  const begun = await page.request.post(api.bulks("sandbox"), {
    headers: writing(scene),
    data: { change: { plan }, source: { kind: "ids", customerIDs } },
  });
  const { bulkID } = bulkAnswerSchema.parse(await begun.json()).bulk;
  const state = async () => (await read(scene, bulkID)).bulk.state;
  await expect.poll(state, { timeout: 30_000 }).toBe("checked");
  return bulkID;
}

async function read({ page }: Scene, bulkID: string) {
  const answer = await page.request.get(api.bulk("sandbox", bulkID));
  return bulkDetailSchema.parse(await answer.json());
}

/** Stops the page's updates when this many customers are changed, so that every run shows the same number. */
async function stopAt(scene: Scene, changed: number): Promise<void> {
  let isStill = false;
  await scene.page.route(/\/bulk\/[^/?]+(\?|$)/, async (route) => {
    if (isStill) return;
    for (;;) {
      const response = await route.fetch();
      const { bulk } = bulkDetailSchema.parse(await response.json());
      if (bulk.counts.changed < changed) continue;
      isStill = true;
      return route.fulfill({ response });
    }
  });
}

const checked = once((scene) => begin(scene, "professional", 0));

/**
 * Answers the next step as if the console required a new proof of identity. The clock of the pictures does not move, so
 * a real proof would never expire.
 */
const wantProof = ({ page }: Scene) =>
  page.route(/\/bulk\/[^/]+\/resume/, (route) =>
    route.fulfill({
      status: 403,
      contentType: "application/problem+json",
      json: {
        type: "about:blank",
        title: "Confirmation required",
        status: 403,
        code: "step_up_required",
        detail: "Confirm who you are.",
        errors: [],
        requestID: "picture",
        methods: ["password"],
      },
    }),
  );

export const bulkPictures: readonly PictureEntry[] = [
  ...everyLook("bulk-change", {
    role: "administrator",
    prints: true,
    address: async (scene) => pages.bulk("sandbox", await checked(scene)),
  }),
  {
    name: "bulk-running-dark",
    theme: "dark",
    width: 1280,
    role: "administrator",
    address: async (scene) => pages.bulk("sandbox", await begin(scene, "enterprise", 50)),
    steps: async (scene) => {
      const { page } = scene;
      await page.getByRole("button", { name: "Change 1 customer first" }).click();
      const rest = page.getByRole("button", { name: /^Change the other/ });
      await rest.waitFor();
      await stopAt(scene, 17);
      await rest.click();
      await expect(page.getByRole("progressbar", { name: "Customers done" })).toHaveAttribute(
        "aria-valuenow",
        /^1[7-9]$/,
      );
    },
  },
  {
    name: "bulk-confirm-light",
    theme: "light",
    width: 1280,
    role: "administrator",
    address: async (scene) => pages.bulk("sandbox", await checked(scene)),
    steps: async (scene) => {
      await wantProof(scene);
      await scene.page.getByRole("button", { name: "Change 1 customer first" }).click();
      await scene.page.getByRole("dialog", { name: "Confirm that it is you" }).waitFor();
    },
  },
  {
    name: "bulk-new-dark-360",
    theme: "dark",
    width: 360,
    role: "administrator",
    address: pages.bulks("sandbox"),
    steps: ({ page }) => page.getByRole("button", { name: "New bulk change" }).click(),
  },
  ...everyLook("bulk-changes", { role: "administrator", prints: true, address: pages.bulks("sandbox") }),
];
