import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import type { APIResponse } from "@playwright/test";
import { api, pages } from "#lib/paths.ts";
import { isBelowNodeFloor, readBuildInfo } from "#server/bff/config/build-info.ts";
import { expect, test } from "#tests/e2e/helpers/fixtures.ts";
import { configuredVariables, credentialsFor } from "#tests/e2e/helpers/target.ts";
import { canaries, faults, startFaultyApi } from "#tests/fixtures/api/faulty-api.ts";
import { type RunningConsole, startConsole } from "#tests/fixtures/console/start-console.ts";

type FaultyApi = Awaited<ReturnType<typeof startFaultyApi>>;

let faultyApi: FaultyApi;
let console: RunningConsole;

test.beforeAll(async () => {
  faultyApi = await startFaultyApi();
  const key = { keyID: canaries.keyID, secret: canaries.secret };
  const variables = configuredVariables(faultyApi.origin, {
    production: key,
    sandbox: { keyID: `${key.keyID}-2`, secret: `${key.secret}-2` },
  });
  console = await startConsole({
    env: {
      ...variables,
      SESSION_SECRET: canaries.sessionSecret,
      BOOTSTRAP_ADMIN_PASSWORD: canaries.password,
      LOG_LEVEL: "trace",
    },
  });
});

test.afterAll(async () => {
  await console.close();
  await faultyApi.close();
});

/** Every file that a browser can load: the built scripts and styles, and the files in `public`. */
async function publicFiles(): Promise<string> {
  const texts: string[] = [];
  for (const folder of [".next/static", "public"]) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) texts.push(await readFile(join(entry.parentPath, entry.name), "latin1"));
    }
  }
  return texts.join("\n");
}

test("no answer, page, script or log line contains a key, a secret, a token or a password", { tag: "@demo" }, async ({
  page,
  allowConsole,
}) => {
  allowConsole(/status of (4|5)\d\d/);
  const seen: Promise<string>[] = [];
  /**
   * The headers of an answer, except `set-cookie`. Cookies belong to the browser and may contain a secret. Other headers
   * must not contain a secret.
   */
  const headersOf = (answer: Pick<APIResponse, "headers">) => {
    const { "set-cookie": _, ...headers } = answer.headers();
    return JSON.stringify(headers);
  };
  page.on("response", (response) => {
    const head = `${response.url()} ${headersOf(response)}`;
    // A redirect has no body to read.
    seen.push(
      response.body().then(
        (body) => head + body.toString("latin1"),
        () => head,
      ),
    );
  });
  const { email } = credentialsFor("administrator", "other-api");
  await page.goto(console.origin + pages.signIn());
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Password").fill(canaries.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Overview" })).toBeVisible();
  const shown: string[] = [];
  for (const [index, how] of faults.entries()) {
    faultyApi.failWith(how);
    // Both environments run the same code, so each fault is tested in only one of them.
    const environment = index % 2 === 0 ? "production" : "sandbox";
    for (const path of [pages.customers(environment, "window=all"), api.customers(environment)]) {
      const answer = await page.request.get(console.origin + path);
      seen.push(answer.text().then((text) => headersOf(answer) + text));
    }
    // The page handles all errors in the same way. So the browser opens it only with one error and without an error.
    if (how !== "401" && how !== "fine") continue;
    await page.goto(console.origin + pages.customers(environment, "window=all"));
    await expect(
      page.getByRole("region", { name: "Customers" }).getByRole("alert").or(page.getByRole("table")),
    ).toBeVisible();
    await page.getByRole("button", { name: "Reload" }).click();
    await expect(page.getByRole("button", { name: "Reload" })).not.toHaveAttribute("aria-disabled", "true");
    shown.push(await page.content());
  }
  const answers = (await Promise.all(seen)).join("\n");
  const files = await publicFiles();
  // Checks the search itself: it finds a name from the API, a text from the scripts and a path from the log.
  expect(answers).toContain("Fine");
  expect(files).toContain("Administrator e-mail");
  expect(console.logs()).toContain(api.customers("production"));
  // A configured console writes only lines of JSON.
  const lines = console.logs().trimEnd().split("\n");
  expect(lines.filter((line) => !line.startsWith("{"))).toEqual([]);
  const isOldNode = isBelowNodeFloor(process.versions.node, readBuildInfo("."));
  expect(lines.filter((line) => line.includes("Switchboard runs on Node"))).toHaveLength(isOldNode ? 1 : 0);
  const everything = [answers, files, console.logs(), ...shown].join("\n");
  expect(Object.entries(canaries).filter(([, value]) => everything.includes(value))).toEqual([]);
  const cookies = await page.context().cookies();
  expect(cookies.map(({ name }) => name)).toContain("switchboard");
  // The cookie of the styles is not secret. It contains the build's ID, which is also in every document.
  const secrets = cookies.filter(({ httpOnly, name }) => httpOnly && name !== "switchboard-styles");
  expect(secrets.filter(({ value }) => everything.includes(value))).toEqual([]);
});
