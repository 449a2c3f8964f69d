import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { CallerChoice } from "#components/caller-card/caller-choice.tsx";
import { CallerNobody } from "#components/caller-card/caller-nobody.tsx";
import { OpenedCaller } from "#components/caller-card/opened-caller.tsx";
import { searchedText } from "#components/caller-card/texts.ts";
import { SessionProvider } from "#components/ui/session.tsx";
import type { CallerCard } from "#lib/contract/console/caller-card.ts";
import type { Session } from "#lib/contract/console/session.ts";
import { shownText } from "#tests/fixtures/shown-text.tsx";

const session = (role: string) =>
  ({
    staff: { staffID: "1", role },
    environments: ["production", "sandbox"],
    asOf: "2026-11-27T12:00:00.000Z",
  }) as unknown as Session;

const shown = (content: ReactNode, role = "editor") =>
  shownText(
    <SessionProvider session={session(role)}>
      <QueryClientProvider client={new QueryClient()}>{content}</QueryClientProvider>
    </SessionProvider>,
  );

const nobody: CallerCard = {
  candidates: [],
  reasons: [],
  searched: { by: "number", text: "+49 30 1234567" },
  numbers: "offered",
  looked: [{ what: "numbers", by: "walk", complete: false, walked: { from: 0, to: 2_000, total: 2_401 } }],
  asOf: "2026-11-27T12:00:00.000Z",
};

const acme = {
  customerID: "c1",
  companyName: "Acme",
  deleted: false,
  contract: { plan: "professional", term: "monthly" },
  adminUser: {},
};

const reading = (card: CallerCard) => ({
  environment: "production" as const,
  card,
  problem: undefined,
  isSearching: false,
  retry: () => undefined,
});

test("the card of the opened customer begins with the reasons, in their order and with their times", () => {
  const card = {
    ...nobody,
    customer: acme,
    candidates: [{ customerID: "c1", companyName: "Acme", number: "+49 30 1234567" }],
    reasons: [
      {
        kind: "failed",
        at: "2026-11-26T09:30:00.000Z",
        text: "Change plan to Enterprise: Refused by the API",
        detail: "credit limit reached",
        href: "/production/operations/o1",
      },
      { kind: "note", at: "2026-11-20T09:30:00.000Z", text: "Call back", href: "/production/customers/c1" },
    ],
  } satisfies CallerCard;
  const text = shown(<OpenedCaller environment="production" card={card} actions={undefined} />);
  expect(text).toMatch(/Production.*Acme.*Open customer.*\+49 30 1234567.*Professional/);
  expect(text).toMatch(
    /Failed.*Refused by the API.*26 Nov 2026.*credit limit reached.*Pinned note.*Call back.*Last activity/,
  );
  expect(text).not.toContain("From what Switchboard has read");
  expect(
    shown(<OpenedCaller environment="production" card={{ ...card, source: "known" }} actions={undefined} />),
  ).toContain("From what Switchboard has read");
});

test("a choice names the environment of each customer, and says until when an earlier customer had the number", () => {
  const found = [
    { environment: "production", candidate: { customerID: "c1", companyName: "Acme", number: "+49 30 1234567" } },
    {
      environment: "sandbox",
      candidate: { customerID: "c2", companyName: "Birch", formerUntil: "2026-11-26T09:30:00.000Z" },
    },
  ] as const;
  const text = shown(<CallerChoice found={found} onChoose={() => undefined} />);
  expect(text).toMatch(/Several customers match.*Production.*Acme.*Sandbox.*Birch.*Had this number until.*26 Nov 2026/);
});

test("if nobody is found, the card says what was searched and how far, and offers a new customer to people who may create one", () => {
  const text = shown(<CallerNobody readings={[reading(nobody)]} />);
  expect(text).toContain("The number +49 30 1234567 was compared with 2,000 of 2,401 numbers.");
  expect(text).toContain("New customer (Production)");
  expect(text).toContain("Copy the number");
  expect(text).toContain("Search further");
  expect(shown(<CallerNobody readings={[reading(nobody)]} />, "viewer")).not.toContain("New customer");
});

test("if the API has no numbers, or no customers of its numbers, the card asks for the name or the e-mail address", () => {
  for (const numbers of ["not-offered", "without-customers"] as const) {
    const text = shown(<CallerNobody readings={[reading({ ...nobody, numbers, looked: [] })]} />);
    expect(text).toMatch(/Ask for the name or the e-mail address\./);
    expect(text).toContain("Search by name or e-mail");
  }
});

test("a search names its subject", () => {
  const by = (kind: CallerCard["searched"]["by"], text: string) =>
    searchedText({ ...nobody, searched: { by: kind, text }, looked: [] });
  expect(by("email", "a@b.example")).toBe("The e-mail address a@b.example was searched.");
  expect(by("customer", "c1")).toBe("The ID c1 was searched.");
});
