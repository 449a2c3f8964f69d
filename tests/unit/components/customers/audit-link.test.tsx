import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { AuditLink } from "#components/customers/detail/audit-link.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Role, Session } from "#lib/contract/console/session.ts";

const markupFor = (role: Role) => {
  const session: Session = {
    staff: { staffID: "s-1", email: "ada@test.example", name: "Ada", role },
    environments: ["sandbox"],
    idleExpiresAt: "2026-11-20T12:30:00Z",
    expiresAt: "2026-11-21T00:00:00Z",
  };
  return renderToStaticMarkup(
    <SessionProvider session={session}>
      <AuditLink environment="sandbox" customerID="c-1" />
    </SessionProvider>,
  );
};

test("an administrator gets a link to the customer's events in the audit log, and other roles do not", () => {
  expect(markupFor("administrator")).toContain('href="/audit?customer=c-1&amp;environment=sandbox"');
  expect([markupFor("editor"), markupFor("viewer")]).toEqual(["", ""]);
});
