import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";

test("the document has a menu that its button can open, and nothing of what is in it", () => {
  const document = renderToStaticMarkup(
    <LazyPopover id="menu" aria-label="Menu">
      <button type="button">Sign out</button>
    </LazyPopover>,
  );
  expect(document).toMatch(/^<div id="menu" popover="auto"[^>]* aria-label="Menu"[^>]*><\/div>$/);
});
