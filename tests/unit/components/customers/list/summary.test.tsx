import { expect, test } from "vitest";
import { Summary } from "#components/customers/list/summary.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Session } from "#lib/contract/console/session.ts";
import { parseCustomersView } from "#lib/url-state/customers-view.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const session = { staff: { staffID: "1", role: "viewer" }, environments: [], asOf: "2026-11-27T12:00:00.000Z" };

test("the line above a printed list names the search and the filters, whose fields are not printed", () => {
  const view = parseCustomersView(new URLSearchParams("window=all&searchTerm=nor&plan=essential"));
  const text = shownText(
    <SessionProvider session={session as unknown as Session}>
      <Summary view={view} list={undefined} reading={false} />
    </SessionProvider>,
  );
  expect(text).toMatch(/search “nor”, .*Essential/);
});
