import { expect, test } from "vitest";
import { currentView } from "#components/customers/views/use-views.ts";
import type { SavedView } from "#lib/contract/view.ts";
import { defaultCustomersLayout } from "#lib/customers-layout.ts";
import { defaultCustomersView, parseCustomersView } from "#lib/url-state/customers-view.ts";
import { openSavedView } from "#lib/url-state/saved-view-address.ts";

const view = (viewID: string, query: string, given: Partial<SavedView> = {}): SavedView => ({
  ...{ viewID, name: viewID, query, shared: false, owner: { staffID: "1", name: "Ada" }, mine: true, updatedAt: "" },
  ...given,
});

const views = [view("wide", "window=all"), view("plain", ""), view("again", "window=all")];
const shownBy = (query: string) => parseCustomersView(new URLSearchParams(query));

test("the shown view is the one that the URL names, changed where it asks something else", () => {
  const at = (query: string) => currentView(views, shownBy(query), defaultCustomersLayout);
  expect(at("view=again&window=all")).toMatchObject({ view: { viewID: "again" }, changed: false });
  expect(at("view=again&window=all&offset=50")).toMatchObject({ view: { viewID: "again" }, changed: false });
  expect(at("view=again&window=90d")).toMatchObject({ view: { viewID: "again" }, changed: true });
});

test("a URL that names none is the first view that asks the same; the page as it begins is none", () => {
  expect(currentView(views, shownBy("window=all"), defaultCustomersLayout)?.view.viewID).toBe("wide");
  expect(currentView(views, shownBy("view=gone&window=all"), defaultCustomersLayout)?.view.viewID).toBe("wide");
  expect(currentView(views, defaultCustomersView, defaultCustomersLayout)).toBeUndefined();
});

test("another layout than the view's is told apart from another question", () => {
  const compact = view("compact", "window=30d", { layout: { columns: ["plan"], density: "compact" } });
  expect(currentView([compact], shownBy("window=30d"), defaultCustomersLayout)).toMatchObject({
    changed: false,
    laidOut: true,
  });
  expect(currentView([compact], shownBy("window=30d"), { columns: ["plan"], density: "compact" })?.laidOut).toBe(false);
});

test("an opened view is neither changed nor laid out in another way, in whatever order its query was sent", () => {
  const sent = view("sent", "limit=10&window=30d", { layout: { columns: ["plan"], density: "compact" } });
  const opened = openSavedView(sent, defaultCustomersLayout);
  expect(currentView([sent], opened, opened.layout ?? defaultCustomersLayout)).toMatchObject({
    changed: false,
    laidOut: false,
  });
});
