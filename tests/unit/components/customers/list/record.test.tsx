import { PathParamsContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime.js";
import type { ReactNode } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { customerColumns } from "#components/customers/list/columns.tsx";
import { DatedValue, ListAgeProvider, RecordMarks, RowAge } from "#components/customers/list/row-age.tsx";
import { Summary } from "#components/customers/list/summary.tsx";
import { PreferencesProvider } from "#components/ui/preferences/preferences.tsx";
import { SessionProvider } from "#components/ui/session.tsx";
import type { Session } from "#lib/contract/console/session.ts";
import type { CustomerList } from "#lib/contract/customers/customer-list.ts";
import type { ListedCustomer } from "#lib/contract/customers/known-list.ts";
import { listSortKeys } from "#lib/contract/values/customers/known-filters.ts";
import { customerColumnIDs } from "#lib/customers/customers-layout.ts";
import { defaultCustomersView } from "#lib/url-state/customers-view.ts";

const now = "2026-11-24T12:00:00.000Z";
const hoursAgo = (hours: number) => new Date(Date.parse(now) - hours * 3_600_000).toISOString();

/** Returns the text of a part of the page at the time `now`. */
function shown(content: ReactNode): string {
  const session = { staff: { staffID: "1", role: "viewer" }, environments: ["sandbox"], asOf: now };
  const markup = renderToStaticMarkup(
    <PathParamsContext value={{ environment: "sandbox" }}>
      <PreferencesProvider initial={{ showUTC: true }} initialTheme="system">
        <SessionProvider session={session as unknown as Session}>{content}</SessionProvider>
      </PreferencesProvider>
    </PathParamsContext>,
  );
  return markup.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
}

const customer = (members: Partial<ListedCustomer> = {}): ListedCustomer => ({
  customerID: "c",
  companyName: "Acme",
  deleted: false,
  contract: {},
  adminUser: {},
  raw: {},
  ...members,
});

const list = (members: Partial<CustomerList>): CustomerList => ({
  total: 212,
  limit: 25,
  offset: 0,
  asOf: now,
  source: "known",
  window: { datefrom: "1970-01-01", defaulted: false },
  customers: Array.from({ length: 25 }, () => customer()),
  ...members,
});

test("the line above a list of known customers shows how much was read, and how old the oldest data are", () => {
  const view = { ...defaultCustomersView, window: "all" } as const;
  const line = (members: Partial<CustomerList>) => shown(<Summary view={view} list={list(members)} reading={false} />);
  expect(line({ coverage: { known: 4_980, total: 5_000, oldestSeenAt: hoursAgo(3) } })).toMatch(
    /^1–25 of 212 customers · created at any time · from what Switchboard has read: 4,980 of 5,000, oldest reading 3 h.* ago$/,
  );
  expect(line({ coverage: { known: 10 } })).toMatch(/from what Switchboard has read: 10$/);
  expect(line({ source: "api" })).toBe("1–25 of 212 customers · created at any time");
});

test("a row shows its age if it is older than a day, and every row does while the API cannot answer", () => {
  const mark = (members: Partial<ListedCustomer>, isStale = false) =>
    shown(
      <ListAgeProvider asOf={now} isStale={isStale}>
        <RecordMarks customer={customer(members)} />
      </ListAgeProvider>,
    );
  expect(mark({})).toBe("");
  expect(mark({}, true)).toBe("");
  expect(mark({ seenAt: hoursAgo(23) })).toBe("");
  expect(mark({ seenAt: hoursAgo(23) }, true)).toMatch(/^read 23 h.* ago$/);
  expect(mark({ seenAt: hoursAgo(49) })).toMatch(/^read 2 days ago$/);
  expect(mark({ seenAt: hoursAgo(1), missingSince: hoursAgo(2) })).toMatch(/^not returned since .*10:00/);
});

test("a value that is older than its row shows its age, and the other values show none", () => {
  const older = customer({ usersCount: 7, seenAt: hoursAgo(1), memberSeenAt: { usersCount: hoursAgo(3) } });
  const value = (member: "usersCount" | "plan") =>
    shown(
      <DatedValue customer={older} member={member}>
        7
      </DatedValue>,
    );
  expect(value("usersCount")).toMatch(/^7Read 3 h.* ago\. The API.*s newer answers did not contain this value\.$/);
  expect(value("plan")).toBe("7");
});

test("the column of read times shows the row's own time, or the time of the list if the list is from the API", () => {
  const age = (members: Partial<ListedCustomer>) =>
    shown(
      <ListAgeProvider asOf={hoursAgo(1)} isStale={false}>
        <RowAge customer={customer(members)} />
      </ListAgeProvider>,
    );
  expect(age({ seenAt: hoursAgo(5) })).toMatch(/^5 h.* ago$/);
  expect(age({})).toMatch(/^1 h.* ago$/);
});

test("a list can be sorted by each column that known customers have a sort key for, or only by the API's columns without them", () => {
  const sortable = (options: Parameters<typeof customerColumns>[2]) =>
    customerColumns("sandbox", customerColumnIDs, options)
      .filter(({ meta }) => meta?.firstOrder)
      .map(({ meta }) => meta?.label);
  expect(sortable({ isKnownOn: true })).toHaveLength(
    customerColumnIDs.filter((id) => listSortKeys.some((key) => key === id)).length + 1,
  );
  expect(sortable({ isKnownOn: true, notProvided: ["plan", "usersCount"] })).not.toContain("Plan");
  expect(sortable({ isKnownOn: false })).toEqual(["Company", "Users", "Created"]);
});
