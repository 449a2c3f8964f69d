import { expect, test } from "vitest";
import type { SavedView } from "#lib/contract/console/view.ts";
import { type CustomersLayout, defaultCustomersLayout } from "#lib/customers/customers-layout.ts";
import { customersViewParams, parseCustomersView } from "#lib/url-state/customers-view.ts";
import {
  completeViewAddress,
  defaultViewOf,
  isShortViewAddress,
  openSavedView,
} from "#lib/url-state/saved-view-address.ts";

const compact: CustomersLayout = { columns: ["plan", "created"], density: "compact" };
const saved: SavedView = {
  viewID: "v1",
  name: "Team",
  query: "limit=10&window=30d",
  shared: true,
  mine: false,
  updatedAt: "",
  owner: { staffID: "1", name: "Ada" },
  layout: { columns: ["plan", "created"], density: "compact" },
};
const at = (query: string) => parseCustomersView(new URLSearchParams(query));
const complete = (query: string, views = [saved]) =>
  customersViewParams(completeViewAddress(at(query), views, defaultCustomersLayout)).toString();

test("the URL of an opened view contains its columns and density", () => {
  const opened = openSavedView(saved, defaultCustomersLayout);
  expect(opened.layout).toEqual(compact);
  expect(customersViewParams(opened).toString()).toBe("window=30d&limit=10&view=v1&layout=compact.plan.created");
  expect(isShortViewAddress(opened)).toBe(false);
});

test("a view without a layout opens in the person's own layout", () => {
  const { layout: _, ...plain } = saved;
  expect(openSavedView(plain, compact).layout).toEqual(compact);
});

test("a URL with only the ID of a view opens the complete view as currently saved", () => {
  expect(isShortViewAddress(at("view=v1"))).toBe(true);
  expect(complete("view=v1")).toBe("window=30d&limit=10&view=v1&layout=compact.plan.created");
});

test("a URL with its own filters gets the view's columns and keeps its filters", () => {
  expect(complete("window=all&view=v1")).toBe("window=all&view=v1&layout=compact.plan.created");
});

test("the link of a deleted view or of another person's view stays unchanged", () => {
  expect(complete("view=v2")).toBe("view=v2");
  expect(complete("view=v1", [])).toBe("view=v1");
});

test("a page opens with the person's default view, else with their default window, else with the general default", () => {
  const begin = (preferences: Parameters<typeof defaultViewOf>[0], views = [saved]) => {
    const view = defaultViewOf(preferences, views, defaultCustomersLayout);
    return view && customersViewParams(view).toString();
  };
  const opened = "window=30d&limit=10&view=v1&layout=compact.plan.created";
  expect(begin({ defaultView: "v1", defaultWindow: "90d" })).toBe(opened);
  // The view was deleted, or is no longer shared, so the default window applies.
  expect(begin({ defaultView: "v1", defaultWindow: "90d" }, [])).toBe("window=90d");
  expect(begin({ defaultWindow: "7d" })).toBe("window=7d");
  expect(begin({ defaultView: "v2" })).toBeUndefined();
  expect(begin({})).toBeUndefined();
});
