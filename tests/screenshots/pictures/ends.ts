import { sessionSchema } from "#lib/contract/console/session.ts";
import { api, pages } from "#lib/paths.ts";
import { credentialsFor } from "#tests/e2e/helpers/target.ts";
import { still } from "../consoles.ts";
import { expect, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

/** Opens a page in a separate session, so that the end of this session affects no other picture. */
async function openAlone(scene: Scene): Promise<string> {
  const data = credentialsFor("viewer");
  const answer = await scene.page.request.post(api.session(), { data, headers: writing(scene) });
  expect(answer.status()).toBe(204);
  await scene.page.request.put(api.preferences(), { data: { lookupHintDismissed: true }, headers: writing(scene) });
  return pages.customers("production", "window=all");
}

/** The person comes back to the page half an hour later. The session ends in 90 seconds. */
async function comeBack({ page }: Scene): Promise<void> {
  await page.route(
    (url) => url.pathname === api.session(),
    async (route) => {
      const response = await route.fetch();
      const session = sessionSchema.parse(await response.json());
      const idleExpiresAt = new Date(Date.parse(session.asOf ?? "") + 90_000).toISOString();
      await route.fulfill({ response, json: { ...session, idleExpiresAt } });
    },
  );
  await page.clock.setFixedTime(new Date(still.getTime() + 29 * 60_000));
  await page.evaluate(() => window.dispatchEvent(new Event("focus")));
  await page.getByRole("dialog", { name: "Are you still there?" }).waitFor();
}

/** Pictures of the end of a session, taken in the browser of that session. */
export const endPictures: readonly PictureEntry[] = [
  { name: "session-ends-light", theme: "light", width: 1280, role: null, address: openAlone, steps: comeBack },
  {
    name: "session-over-dark-360",
    theme: "dark",
    width: 360,
    role: null,
    address: openAlone,
    // The person has signed out in another browser.
    steps: async (scene) => {
      const { page } = scene;
      await page.request.delete(api.session(), { headers: writing(scene) });
      await page.getByRole("button", { name: "Reload" }).click();
      await page.getByRole("alert").filter({ hasText: "Your session has ended" }).waitFor();
    },
  },
];
