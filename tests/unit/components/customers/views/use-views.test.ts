import { expect, test } from "vitest";
import { findCurrentView } from "#components/customers/views/use-views.ts";
import type { SavedView } from "#lib/contract/console/view.ts";
import { defaultCustomersLayout } from "#lib/customers/customers-layout.ts";
import { defaultCustomersView, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { openSavedView } from "#lib/url-state/saved-view-address.ts";

const view = (viewID: string, query: string, given: Partial<SavedView> = {}): SavedView => ({
  viewID,
  name: viewID,
  query,
  shared: false,
  owner: { staffID: "1", name: "Ada" },
  mine: true,
  updatedAt: "",
  ...given,
});

const views = [view("wide", "window=all"), view("plain", ""), view("again", "window=all")];
const shownBy = (query: string) => parseCustomersView(new URLSearchParams(query));

test("the shown view is the view that the URL names, and is marked as changed if its parameters differ", () => {
  const at = (query: string) => findCurrentView(views, shownBy(query), defaultCustomersLayout);
  expect(at("view=again&window=all")).toMatchObject({ view: { viewID: "again" }, changed: false });
  expect(at("view=again&window=all&offset=50")).toMatchObject({ view: { viewID: "again" }, changed: false });
  expect(at("view=again&window=90d")).toMatchObject({ view: { viewID: "again" }, changed: true });
});

test("a URL without a view belongs to the first view with the same filters; the default page belongs to no view", () => {
  expect(findCurrentView(views, shownBy("window=all"), defaultCustomersLayout)?.view.viewID).toBe("wide");
  expect(findCurrentView(views, shownBy("view=gone&window=all"), defaultCustomersLayout)?.view.viewID).toBe("wide");
  expect(findCurrentView(views, defaultCustomersView, defaultCustomersLayout)).toBeUndefined();
});

test("a changed layout and changed filters are distinguished", () => {
  const compact = view("compact", "window=30d", { layout: { columns: ["plan"], density: "compact" } });
  expect(findCurrentView([compact], shownBy("window=30d"), defaultCustomersLayout)).toMatchObject({
    changed: false,
    laidOut: true,
  });
  expect(findCurrentView([compact], shownBy("window=30d"), { columns: ["plan"], density: "compact" })?.laidOut).toBe(
    false,
  );
});

test("a view that was just opened is not shown as changed, in any order of its parameters", () => {
  const sent = view("sent", "limit=10&window=30d", { layout: { columns: ["plan"], density: "compact" } });
  const opened = openSavedView(sent, defaultCustomersLayout);
  expect(findCurrentView([sent], opened, opened.layout ?? defaultCustomersLayout)).toMatchObject({
    changed: false,
    laidOut: false,
  });
});
