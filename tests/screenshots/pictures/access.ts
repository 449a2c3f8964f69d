import { policyAnswerSchema } from "#lib/contract/access/policy.ts";
import { type OneTimeLink, oneTimeLinkSchema } from "#lib/contract/access/staff.ts";
import { totpStartSchema } from "#lib/contract/console/factors.ts";
import { api, pages } from "#lib/paths.ts";
import { codeAt } from "#tests/fixtures/factors/factor-console.ts";
import { still } from "../consoles.ts";
import { everyLook, expect, once, type PictureEntry, type Scene, writing } from "../picture-entry.ts";

const password = "seven green bottles";

async function send(scene: Scene, method: "post" | "put" | "delete", path: string, data?: object): Promise<unknown> {
  const answer = await scene.page.request[method](path, { headers: writing(scene), ...(data && { data }) });
  expect(answer.ok(), `${path}: ${await answer.text()}`).toBe(true);
  return answer.status() === 204 ? undefined : answer.json();
}

const withAdministrator = { console: "configured", role: "administrator" } as const;
const withNobody = { console: "configured", role: null } as const;

/** Invites a person. Returns the path of the page that the invitation link opens. */
async function invite(scene: Scene, name: string, role: string, environments = ["production", "sandbox"]) {
  const email = `${name.toLowerCase().replace(" ", ".")}@partner.example`;
  const answer = (await send(scene, "post", api.staff(), { name, email, role, environments })) as {
    invitation: OneTimeLink;
  };
  const { url } = oneTimeLinkSchema.parse(answer.invitation);
  return { email, address: new URL(url).pathname };
}

async function accept(scene: Scene, address: string): Promise<void> {
  await send(scene, "post", api.invitation(address.split("/").at(-1) ?? ""), { password });
}

const signIn = (scene: Scene, email: string) => send(scene, "post", api.session(), { email, password });

/**
 * Creates the people of the configured console: an editor with a second factor, a viewer without a second factor, and
 * an invited person.
 */
const people = once(async (scene: Scene) => {
  const administrator = await scene.page.context().storageState();
  const editor = await invite(scene, "Nina Meyer", "editor");
  const viewer = await invite(scene, "Omar Haddad", "viewer", ["sandbox"]);
  const invited = await invite(scene, "Ines Duarte", "editor");
  await send(scene, "post", api.clients(), {
    name: "Billing export",
    role: "viewer",
    environments: ["production"],
    expiresAt: "2027-06-30T00:00:00Z",
    addresses: ["192.0.2.0/24"],
  });
  await send(scene, "post", api.clients(), { name: "Onboarding", role: "editor", environments: ["sandbox"] });
  for (const { address } of [editor, viewer]) await accept(scene, address);
  await scene.page.context().clearCookies();
  await signIn(scene, editor.email);
  const { secret } = totpStartSchema.parse(await send(scene, "post", "/api/me/totp"));
  await send(scene, "post", "/api/me/totp/confirm", { code: codeAt(secret, still.getTime()) });
  await scene.page.context().clearCookies();
  await scene.page.context().addCookies(administrator.cookies);
  return { editor, viewer, invited };
});

/** Returns `address`, after the people were created. */
const withPeople = (address: string) => async (scene: Scene) => {
  await people(scene);
  return address;
};

/** Opens the second step of the editor's sign-in. */
async function toSecondStep(scene: Scene): Promise<void> {
  const { page } = scene;
  const { editor } = await people(scene);
  await page.getByLabel("E-mail address").fill(editor.email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("heading", { name: "Confirm your sign-in" }).waitFor();
}

/** Changes the policy, so that every person needs a second factor from this picture on. */
const requireFactor = once(async (scene: Scene) => {
  const answer = policyAnswerSchema.parse(await (await scene.page.request.get(api.policy())).json());
  const { version, ssoRequired } = answer.policy;
  await send(scene, "put", api.policy(), { secondFactorRequired: true, ssoRequired, version });
});

export const accessPictures: readonly PictureEntry[] = [
  ...everyLook("sign-in", { role: null, address: pages.signIn() }),
  {
    name: "sign-in-errors-dark-360",
    theme: "dark",
    width: 360,
    role: null,
    address: pages.signIn(),
    steps: ({ page }) => page.getByRole("button", { name: "Sign in", exact: true }).click(),
  },
  { ...withNobody, name: "sign-in-sso-light", theme: "light", width: 1280, address: pages.signIn() },
  {
    ...withNobody,
    name: "sign-in-refused-dark-360",
    theme: "dark",
    width: 360,
    address: pages.signInProblem({ problem: "no_role", provider: "sso", returnTo: "/" }),
  },
  {
    ...withAdministrator,
    name: "first-steps-light",
    theme: "light",
    width: 1280,
    address: pages.overview("sandbox"),
  },
  ...everyLook("staff", { ...withAdministrator, prints: true, address: withPeople(pages.staff()) }),
  {
    ...withAdministrator,
    name: "staff-invite-dark",
    theme: "dark",
    width: 1280,
    height: 940,
    address: withPeople(pages.staff()),
    steps: async ({ page }) => {
      await page.getByRole("button", { name: "Invite person" }).click();
      await page.getByRole("button", { name: "Create invitation" }).click();
      await page.getByRole("dialog").getByRole("alert").waitFor();
    },
  },
  {
    ...withAdministrator,
    name: "staff-manage-light-360",
    theme: "light",
    width: 360,
    address: withPeople(pages.staff()),
    steps: ({ page }) => page.getByRole("button", { name: "Manage Nina Meyer" }).click(),
  },
  ...everyLook("clients", { ...withAdministrator, prints: true, address: withPeople(pages.clients()) }),
  {
    ...withAdministrator,
    name: "client-key-light",
    theme: "light",
    width: 1280,
    address: withPeople(pages.clients()),
    steps: async ({ page }) => {
      await page.getByRole("button", { name: "Create API client" }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("Report of the month");
      await dialog.getByRole("button", { name: "Create key" }).click();
      await dialog.getByText(/^swb_/).waitFor();
    },
  },
  ...everyLook("audit", { ...withAdministrator, prints: true, address: withPeople(pages.audit()) }),
  {
    ...withAdministrator,
    name: "audit-event-dark",
    theme: "dark",
    width: 1280,
    address: withPeople(pages.audit("action=staff.invited")),
    steps: async ({ page }) => {
      await page.getByRole("rowheader").first().getByRole("link").click();
      await page.getByRole("dialog").waitFor();
    },
  },
  ...everyLook("policy", { ...withAdministrator, address: withPeople(pages.policy()) }),
  ...everyLook("account", { ...withAdministrator, height: 1_000, address: withPeople(pages.account()) }),
  {
    ...withAdministrator,
    name: "account-app-dark-360",
    theme: "dark",
    width: 360,
    address: withPeople(pages.account()),
    steps: async ({ page }) => {
      await page.getByRole("region", { name: "Second factor" }).getByRole("button", { name: "Set up" }).click();
      await page.getByRole("dialog").getByRole("img").waitFor();
    },
  },
  ...everyLook("invitation", {
    ...withAdministrator,
    address: async (scene) => (await people(scene)).invited.address,
  }),
  {
    ...withAdministrator,
    name: "invitation-used-dark-360",
    theme: "dark",
    width: 360,
    address: async (scene) => (await people(scene)).editor.address,
  },
  ...everyLook("confirmed", {
    ...withAdministrator,
    address: async ({ page }) => {
      // Prevents the page from closing its tab.
      await page.addInitScript(() => {
        window.close = () => {};
      });
      return pages.confirmed();
    },
  }),
  ...everyLook("second-step", {
    ...withAdministrator,
    address: async (scene) => {
      await people(scene);
      await scene.page.context().clearCookies();
      return pages.signIn();
    },
    steps: toSecondStep,
  }),
  ...everyLook("second-factor", {
    ...withAdministrator,
    address: async (scene) => {
      const { viewer } = await people(scene);
      await requireFactor(scene);
      await scene.page.context().clearCookies();
      await signIn(scene, viewer.email);
      return pages.secondFactor();
    },
  }),
];
