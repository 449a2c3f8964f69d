import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { LazyPopover } from "#components/ui/dialog/lazy-popover.tsx";

test("the document contains a menu that its button can open, without the menu's content", () => {
  const document = renderToStaticMarkup(
    <LazyPopover id="menu" aria-label="Menu">
      <button type="button">Sign out</button>
    </LazyPopover>,
  );
  expect(document).toMatch(/^<div id="menu" popover="auto"[^>]* aria-label="Menu"[^>]*><\/div>$/);
});
