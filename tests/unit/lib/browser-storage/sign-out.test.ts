import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { FakeStorage, openBrowser } from "./fake-browser.ts";

/** Opens a new document in a tab, with a new copy of its modules. */
async function openDocument(browser: FakeStorage, tab: FakeStorage) {
  vi.resetModules();
  const opened = openBrowser(browser, tab);
  const { storedItem } = await import("#lib/browser-storage/stored-items.ts");
  const { clearAllStorage, onSignOutElsewhere } = await import("#lib/browser-storage/sign-out.ts");
  return { ...opened, storedItem, clearAllStorage, onSignOutElsewhere };
}

let browser: FakeStorage;
let tab: FakeStorage;

beforeEach(() => {
  browser = new FakeStorage();
  tab = new FakeStorage();
});
afterEach(() => {
  vi.unstubAllGlobals();
  // The last document has signed out, so other test files of this worker must not use its modules.
  vi.resetModules();
});

const withoutSignOut = (storage: FakeStorage) => storage.keys.filter((key) => key !== "switchboard.sign-out");

test("a stored item can be read only by its own person, also after an expired session", async () => {
  const before = await openDocument(browser, tab);
  expect(before.storedItem("creation-draft", "edith", "sandbox").write("Ahorn")).toBe(true);
  before.storedItem("tray-seen", "edith", "sandbox").write("[]");
  const after = await openDocument(browser, tab);
  expect(after.storedItem("creation-draft", "emre", "sandbox").read()).toBeNull();
  expect(after.storedItem("creation-draft", "edith", "production").read()).toBeNull();
  expect(after.storedItem("creation-draft", "edith", "sandbox").read()).toBe("Ahorn");
});

test("signing out deletes all of the console's data of all people, and keeps other data", async () => {
  browser.setItem("theme of another program", "dark");
  const page = await openDocument(browser, tab);
  for (const person of ["edith", "emre"]) {
    page.storedItem("recent-customers", person, "sandbox").write("[]");
    page.storedItem("last-list", person, "sandbox").write("searchTerm=ahorn");
  }
  page.clearAllStorage();
  expect(withoutSignOut(browser)).toEqual(["theme of another program"]);
  expect(withoutSignOut(tab)).toEqual([]);
  const text = JSON.stringify([browser, tab].map((storage) => storage.keys.map((key) => storage.getItem(key))));
  expect(text).not.toMatch(/edith|emre|ahorn/);
});

test("a page that stays open after the sign-out stores nothing more", async () => {
  const page = await openDocument(browser, tab);
  page.clearAllStorage();
  expect(page.storedItem("last-list", "edith", "sandbox").write("searchTerm=ahorn")).toBe(false);
  expect(withoutSignOut(tab)).toEqual([]);
});

test("another tab leaves its page and deletes its data when it learns that the person has signed out", async () => {
  const otherTab = new FakeStorage();
  const other = await openDocument(browser, otherTab);
  const leave = vi.fn();
  other.onSignOutElsewhere(leave);
  const draft = other.storedItem("contract-draft", "edith", "sandbox", "c1");
  draft.write("Professional");
  const first = await openDocument(browser, tab);
  first.clearAllStorage();
  openBrowser(browser, otherTab);
  other.dispatch(Object.assign(new Event("storage"), { key: "another program's" }));
  expect(leave).not.toHaveBeenCalled();
  other.dispatch(Object.assign(new Event("storage"), { key: "switchboard.sign-out" }));
  expect(leave).toHaveBeenCalled();
  expect(withoutSignOut(otherTab)).toEqual([]);
  expect(draft.write("Professional")).toBe(false);
});

test("a page that Back restores from the browser's cache after the sign-out is left at once", async () => {
  const page = await openDocument(browser, tab);
  const leave = vi.fn();
  page.onSignOutElsewhere(leave);
  page.dispatch(new Event("pageshow"));
  expect(leave).not.toHaveBeenCalled();
  page.clearAllStorage();
  page.dispatch(new Event("pageshow"));
  expect(leave).toHaveBeenCalled();
});

test("a tab that was closed during the sign-out and is reopened has no data from before", async () => {
  const closedTab = new FakeStorage();
  (await openDocument(browser, closedTab)).storedItem("creation-draft", "edith", "sandbox").write("Ahorn");
  (await openDocument(browser, tab)).clearAllStorage();
  const restored = await openDocument(browser, closedTab);
  expect(restored.storedItem("creation-draft", "edith", "sandbox").read()).toBeNull();
  expect(withoutSignOut(closedTab)).toEqual([]);
  // The restored page belongs to the next session, like every other page.
  expect(restored.storedItem("creation-draft", "edith", "sandbox").write("Birke")).toBe(true);
});

test("a browser without storage lets everything continue", async () => {
  const page = await openDocument(browser, tab);
  vi.stubGlobal("window", {
    get localStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
    get sessionStorage(): Storage {
      throw new DOMException("denied", "SecurityError");
    },
    addEventListener() {},
  });
  const item = page.storedItem("tray-seen", "edith", "sandbox");
  expect(item.read()).toBeNull();
  expect(item.write("[]")).toBe(false);
  item.remove();
  page.clearAllStorage();
});
