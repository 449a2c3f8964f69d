import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import GlobalError from "#app/global-error.tsx";

test("the page that replaces the root layout is complete, describes the error, and shows its reference", () => {
  const error = Object.assign(new Error("a secret of the console's inside"), { digest: "4f0c2d" });
  const html = renderToStaticMarkup(<GlobalError error={error} retry={() => {}} />);
  expect(html).toMatch(/^<html lang="en">/);
  expect(html).toContain("<title>Page not shown · Switchboard</title>");
  expect(html).toContain("This page could not be shown");
  expect(html).toContain("Try again");
  expect(html).toContain("4f0c2d");
  expect(html).not.toContain("secret");
  // The Content-Security-Policy allows neither styles nor scripts in the document.
  expect(html).not.toMatch(/ style=|<script/);
});
