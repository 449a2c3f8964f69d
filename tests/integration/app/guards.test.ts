import { globSync } from "node:fs";
import { resolve } from "node:path";
import type { ReactNode } from "react";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { InitialData } from "#app/(console)/[environment]/initial-data.tsx";
import { requireSession } from "#app/(console)/require-session.ts";
import { currentSession, perform } from "#app/bff.ts";
import { customersQueryOptions } from "#lib/query/customers/customers.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";
import { shareBff } from "#server/bff/shared-bff.ts";
import { createTestBff, type TestBff } from "#tests/fixtures/console/create-test-bff.ts";
import { startOtherApi } from "#tests/fixtures/other-api/start-other-api.ts";

/** The headers of the current request. `proxy.ts` is not involved. */
const request = { headers: new Headers() };

vi.mock("server-only", () => ({}));
vi.mock("next/headers", () => ({ headers: async () => request.headers, cookies: async () => ({ get() {} }) }));

let api: Awaited<ReturnType<typeof startOtherApi>>;
let console: TestBff;

beforeAll(async () => {
  api = await startOtherApi({ customers: 20 });
  console = await createTestBff({
    baseUrl: api.origin,
    variables: {
      PROVISIONING_PRODUCTION_KEY_ID: api.keys.production.keyID,
      PROVISIONING_PRODUCTION_SECRET: api.keys.production.secret,
      PROVISIONING_SANDBOX_KEY_ID: api.keys.sandbox.keyID,
      PROVISIONING_SANDBOX_SECRET: api.keys.sandbox.secret,
    },
    staff: [{ email: "narrow@test.example", role: "viewer", environments: ["sandbox"] }],
  });
  shareBff(console.bff);
});

afterAll(async () => {
  await console.close();
  await api.close();
});

beforeEach(() => {
  request.headers = new Headers();
  api.calls.length = 0;
});

const signIn = async () => {
  request.headers = new Headers({ cookie: await console.signIn("narrow@test.example") });
};

type Page = (props: {
  params: Promise<Record<string, string>>;
  searchParams: Promise<Record<string, string>>;
}) => Promise<ReactNode>;

const root = resolve(import.meta.dirname, "../../..");

/**
 * One entry for each page. The value is the URL to which the page redirects people who are not signed in. Null means
 * that everybody may see the page. If an entry is missing, the test fails.
 */
const expected: Record<string, string | null> = {
  "app/page.tsx": "/sign-in",
  "app/sign-in/page.tsx": null,
  "app/(console)/[environment]/page.tsx": "/sign-in?returnTo=%2Fproduction",
  "app/(console)/[environment]/[...unknown]/page.tsx": "/sign-in?returnTo=%2Fproduction",
  "app/(console)/[environment]/customers/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fcustomers",
  "app/(console)/[environment]/customers/new/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fcustomers%2Fnew",
  "app/(console)/[environment]/operations/page.tsx": "/sign-in?returnTo=%2Fproduction%2Foperations",
  "app/(console)/[environment]/operations/[operationID]/page.tsx":
    "/sign-in?returnTo=%2Fproduction%2Foperations%2Fnone",
  "app/(console)/[environment]/approvals/[approvalID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fapprovals%2Fnone",
  "app/(console)/[environment]/proposals/[proposalID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fproposals%2Fnone",
  "app/(console)/[environment]/bulk/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fbulk",
  "app/(console)/[environment]/bulk/[bulkID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fbulk%2Fnone",
  "app/(console)/[environment]/scheduled-exports/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fscheduled-exports",
  "app/(console)/[environment]/imports/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fimports",
  "app/(console)/[environment]/proposals/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fproposals",
  "app/(console)/[environment]/imports/[importID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fimports%2Fnone",
  "app/(console)/[environment]/planned/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fplanned",
  "app/(console)/[environment]/planned/[plannedChangeID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fplanned%2Fnone",
  "app/(console)/[environment]/jobs/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fjobs",
  "app/(console)/[environment]/jobs/[jobID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fjobs%2Fnone",
  "app/(console)/[environment]/numbers/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fnumbers",
  "app/(console)/[environment]/webhooks/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fwebhooks",
  "app/(console)/[environment]/calls/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fcalls",
  "app/(console)/[environment]/api-behaviour/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fapi-behaviour",
  "app/(console)/[environment]/api-reference/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fapi-reference",
  "app/(console)/[environment]/api-status/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fapi-status",
  "app/(console)/(no-environment)/account/page.tsx": "/sign-in?returnTo=%2Faccount",
  "app/(console)/(no-environment)/notifications/page.tsx": "/sign-in?returnTo=%2Fnotifications",
  "app/(console)/(no-environment)/caller/page.tsx": "/sign-in?returnTo=%2Fcaller",
  "app/(console)/(no-environment)/audit/page.tsx": "/sign-in?returnTo=%2Faudit",
  "app/(console)/(no-environment)/staff/page.tsx": "/sign-in?returnTo=%2Fstaff",
  "app/(console)/(no-environment)/attention/page.tsx": "/sign-in?returnTo=%2Fattention",
  "app/(console)/(no-environment)/policy/page.tsx": "/sign-in?returnTo=%2Fpolicy",
  "app/(console)/(no-environment)/tickets/[ticket]/page.tsx": "/sign-in?returnTo=%2Ftickets%2Fnone",
  "app/(console)/(no-environment)/console-health/page.tsx": "/sign-in?returnTo=%2Fconsole-health",
  "app/(console)/(no-environment)/clients/page.tsx": "/sign-in?returnTo=%2Fclients",
  "app/invitations/[token]/page.tsx": null,
  "app/second-factor/page.tsx": "/sign-in?returnTo=%2F",
  "app/confirmed/page.tsx": "/sign-in",
  "app/(console)/[environment]/customers/[customerID]/page.tsx": "/sign-in?returnTo=%2Fproduction%2Fcustomers%2Fnone",
};

/** Returns the URL to which a page redirects, or null if the page is shown. */
async function outcomeOf(file: string): Promise<string | null> {
  const page = (await import(resolve(root, file))).default as Page;
  try {
    const ids = {
      customerID: "none",
      jobID: "none",
      operationID: "none",
      bulkID: "none",
      plannedChangeID: "none",
      importID: "none",
      approvalID: "none",
      proposalID: "none",
      token: "none",
      ticket: "none",
    };
    const params = Promise.resolve({ environment: "production", ...ids });
    await page({ params, searchParams: Promise.resolve({}) });
    return null;
  } catch (error) {
    return String((error as { digest?: string }).digest);
  }
}

describe("the pages without proxy.ts", () => {
  test("the list of this test contains every page, and nothing else", () => {
    const files = globSync("app/**/page.tsx", { cwd: root }).map((file) => file.replaceAll("\\", "/"));
    expect(files.sort()).toEqual(Object.keys(expected).sort());
  });

  test.each(Object.entries(expected))("%s redirects people who are not signed in to %s", async (file, address) => {
    const outcome = await outcomeOf(file);
    expect(outcome).toBe(address === null ? null : `NEXT_REDIRECT;replace;${address};307;`);
    expect(api.calls).toEqual([]);
  });

  test.each(Object.keys(expected).filter((file) => file.includes("[environment]")))(
    "%s answers 404 to people without access to the environment",
    async (file) => {
      await signIn();
      expect(await outcomeOf(file)).toBe("NEXT_HTTP_ERROR_FALLBACK;404");
      expect(api.calls).toEqual([]);
    },
  );

  test("the functions that read data refuse a caller without a session", async () => {
    expect(await currentSession()).toBeNull();
    await expect(perform("GET /api/session")).rejects.toMatchObject({ code: "not_signed_in" });
    const params = { environment: "production" };
    await expect(perform("GET /api/:environment/customers", { params })).rejects.toMatchObject({
      code: "not_signed_in",
    });
    await expect(requireSession("production", "/production")).rejects.toMatchObject({
      digest: expect.stringContaining("/sign-in"),
    });
    expect(api.calls).toEqual([]);
  });

  test("the first read of a page refuses a caller without a session, and its failure does not stop the page", async () => {
    const reading = customersQueryOptions("production", defaultCustomersView, (query) =>
      perform("GET /api/:environment/customers", { params: { environment: "production" }, query }),
    );
    // The first child contains the ID of the request. The second child reads the data.
    const first = async () => {
      const page = await InitialData({ readings: [reading], fallback: "waiting", children: "rows" });
      const [, part] = page.props.children as [unknown, { type(props: unknown): Promise<unknown>; props: unknown }];
      return JSON.stringify(await part.type(part.props));
    };
    // The page waits only a short time for its rows. On a busy machine this may be too short, so the timer is replaced.
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    expect(await first()).toContain("not_signed_in");
    vi.useRealTimers();
    await signIn();
    vi.useFakeTimers({ toFake: ["setTimeout"] });
    expect(await first()).toContain("not_found");
    vi.useRealTimers();
    expect(api.calls).toEqual([]);
  });

  test("the functions that read data give a signed-in person the data of their environments", async () => {
    await signIn();
    expect(await currentSession()).toMatchObject({ environments: ["sandbox"] });
    const list = await perform("GET /api/:environment/customers", { params: { environment: "sandbox" } });
    expect(list.customers.length).toBe(list.total);
  });
});

test("an error that a page gets contains the request's ID as its reference, but no cause", async () => {
  const requestID = "2f1a7c1e-0000-4000-8000-00000000abcd";
  const broken = await createTestBff({ staff: [{ email: "vera@test.example", role: "viewer" }] });
  request.headers = new Headers({ cookie: await broken.signIn("vera@test.example"), "x-request-id": requestID });
  await broken.bff.close();
  shareBff(broken.bff);
  const error = await perform("GET /api/session").catch((reason: Error) => reason);
  expect(error).toMatchObject({
    name: "AppError",
    code: "store_unavailable",
    status: 503,
    digest: `store_unavailable ${requestID}`,
  });
  expect(error).toHaveProperty("cause", undefined);
  const line = broken.logLines.map((text) => JSON.parse(text)).find(({ msg }) => msg === "failed");
  expect(line).toMatchObject({ requestID, error: { message: expect.any(String) } });
  await broken.close();
  shareBff(console.bff);
});
