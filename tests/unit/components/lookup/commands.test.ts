import { expect, test } from "vitest";
import { type Command, commandsFor, matchingCommands } from "#components/lookup/commands.ts";
import { readPreferences } from "#lib/browser-storage/preferences.ts";
import type { Environment } from "#lib/contract/environment.ts";
import type { Role } from "#lib/contract/session.ts";

const commands = (
  role: Role,
  environments: Environment[] = ["production", "sandbox"],
  environment: Environment = "sandbox",
) =>
  commandsFor({
    session: { staff: { staffID: "1", email: "a@test.example", name: "A", role }, environments },
    environment,
    preferences: readPreferences(() => undefined),
  });
const hrefs = (all: Command[]) => all.flatMap(({ action }) => (action.kind === "go" ? [action.href] : []));

test("only who may write is offered to create a customer, in each environment", () => {
  const creating = (role: Role) => hrefs(commands(role)).filter((href) => href.endsWith("/customers/new"));
  expect(creating("viewer")).toEqual([]);
  expect(creating("editor")).toEqual(["/sandbox/customers/new", "/production/customers/new"]);
  expect(creating("administrator")).toEqual(creating("editor"));
});

test("every page of an environment is there, and none of one that the person may not see", () => {
  const places = hrefs(commands("viewer", ["sandbox"]));
  expect(places).toEqual(
    ["", "/customers", "/jobs", "/numbers", "/webhooks", "/operations"].map((path) => `/sandbox${path}`),
  );
});

test("a preference is offered as what it is not", () => {
  const labels = commands("viewer").map(({ label }) => label);
  expect(labels).toContain("Dark theme");
  expect(labels).toContain("Show times in UTC");
  expect(labels).not.toContain("System theme");
  expect(labels).not.toContain("Show times in local time");
});

test.each([
  ["sign", ["Extend session", "Sign out"]],
  ["logout", ["Sign out"]],
  ["go jobs prod", ["Go to jobs"]],
  ["phone sandbox", ["Go to numbers"]],
  ["create production", ["New customer"]],
  ["obs", []],
  ["  ", []],
])("%j finds %j", (typed, labels) => {
  expect(matchingCommands(commands("editor"), typed).map(({ label }) => label)).toEqual(labels);
});
