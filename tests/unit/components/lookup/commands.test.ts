import { expect, test } from "vitest";
import { type Command, commandsFor, matchingCommands } from "#components/lookup/commands.ts";
import type { PageCommand } from "#components/ui/page-commands.ts";
import type { Role } from "#lib/contract/console/session.ts";
import type { Environment } from "#lib/contract/environment.ts";

const commands = (
  role: Role,
  environments: Environment[] = ["production", "sandbox"],
  environment: Environment = "sandbox",
  pageCommands: PageCommand[] = [],
) =>
  commandsFor({
    session: { staff: { staffID: "1", email: "a@test.example", name: "A", role }, environments },
    environment,
    preferences: {},
    theme: "system",
    pathname: `/${environment}/jobs/1`,
    pageCommands,
  });
const hrefs = (all: Command[]) => all.flatMap(({ action }) => (action.kind === "go" ? [action.href] : []));

test("only people who may write are offered the creation of a customer, in each environment", () => {
  const creating = (role: Role) => hrefs(commands(role)).filter((href) => href.endsWith("/customers/new"));
  expect(creating("viewer")).toEqual([]);
  expect(creating("editor")).toEqual(["/sandbox/customers/new", "/production/customers/new"]);
  expect(creating("administrator")).toEqual(creating("editor"));
});

test("every page of an environment is offered, except pages that the person may not see", () => {
  const places = hrefs(commands("viewer", ["sandbox"]));
  const paths = [
    "",
    "/customers",
    "/numbers",
    "/operations",
    "/bulk",
    "/planned",
    "/scheduled-exports",
    "/proposals",
    "/jobs",
    "/webhooks",
  ];
  const later = ["/calls", "/api-status", "/api-behaviour", "/api-reference", "/customers?pinned=true"];
  const own = ["/attention", "/caller", "/notifications", "/account", "/account", "/account", "/account"];
  expect(places).toEqual([...[...paths, ...later].map((path) => `/sandbox${path}`), ...own]);
});

test("a preference is offered with its other value", () => {
  const labels = commands("viewer").map(({ label }) => label);
  expect(labels).toContain("Dark theme");
  expect(labels).toContain("Show times in UTC");
  expect(labels).not.toContain("System theme");
  expect(labels).not.toContain("Show times in your time zone");
});

test.each([
  ["sign", ["Show where you are signed in", "Extend session", "Sign out"]],
  ["logout", ["Sign out"]],
  ["go jobs prod", ["Go to jobs"]],
  ["phone sandbox", ["Go to numbers"]],
  ["create production", ["New customer"]],
  ["switch", ["Switch to Production"]],
  ["other environment", ["Switch to Production"]],
  ["compact", ["Compact rows"]],
  ["90 days", ["Open customers with last 90 days"]],
  ["2fa", ["Set up a second factor"]],
  ["csv sandbox", ["Go to imports"]],
  ["manual", ["Read the guide"]],
  ["audit", []],
  ["obs", []],
  ["  ", []],
])("the text %j finds the command %j", (typed, labels) => {
  expect(matchingCommands(commands("editor"), typed).map(({ label }) => label)).toEqual(labels);
});

test("the pages of administrators are offered only to administrators", () => {
  const places = ["/staff", "/clients", "/policy", "/audit", "/console-health"];
  expect(hrefs(commands("administrator"))).toEqual(expect.arrayContaining(places));
  expect(hrefs(commands("editor")).filter((href) => places.includes(href))).toEqual([]);
});

test("the other environment opens with the page of the same kind", () => {
  expect(hrefs(matchingCommands(commands("viewer"), "switch"))).toEqual(["/production/jobs"]);
});

test("a page whose title starts with the typed text comes before the buttons of the current page, unless the text names a button", () => {
  const importCommand = { label: "Import customers", words: "file csv", run: () => {} };
  const all = commands("editor", ["sandbox"], "sandbox", [importCommand]);
  const labelsFor = (typed: string) => matchingCommands(all, typed).map(({ label }) => label);
  expect(labelsFor("imp")).toEqual(["Go to imports", "Import customers"]);
  expect(labelsFor("import cust")).toEqual(["Import customers"]);
  expect(labelsFor("import customers")[0]).toBe("Import customers");
  expect(labelsFor("csv")).toEqual(["Import customers", "Go to imports"]);
});
