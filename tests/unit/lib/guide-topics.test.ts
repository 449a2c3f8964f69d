import { resolve } from "node:path";
import { expect, test } from "vitest";
import { guidePage, topicAt } from "#lib/guide-topics.ts";
import { placeHref } from "#lib/paths.ts";
import { placeNames } from "#lib/places.ts";
import { makePages } from "../../../scripts/setup/guide/pages.mjs";

const { pages } = makePages(resolve(import.meta.dirname, "../../.."));

test("every topic of a page is a page of the guide, with its heading and its title", () => {
  const topics = placeNames.flatMap((name) => topicAt(placeHref(name, "sandbox")) ?? []);
  expect(topics.length).toBeGreaterThan(8);
  for (const { page, anchor, title } of topics) {
    const found = pages.find(({ address }) => address === `${page}.html`);
    expect(found, page).toBeDefined();
    if (anchor !== undefined) expect(found?.sections).toContainEqual(expect.objectContaining({ anchor, title }));
  }
});

test("a page below a place has the topic of the place, and other pages have none", () => {
  expect(topicAt("/sandbox/customers/1")).toEqual(topicAt("/production/customers"));
  expect(topicAt("/sandbox/imports/1")?.page).toBe("imports");
  expect(topicAt("/sandbox")).toBeUndefined();
  expect(topicAt("/attention")).toBeUndefined();
});

test("the guide's address begins with its start page", () => {
  expect(guidePage()).toBe("/help/index.html");
  expect(guidePage("faq", "signing-in")).toBe("/help/faq.html#signing-in");
});
