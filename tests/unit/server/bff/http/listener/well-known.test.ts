import { expect, test } from "vitest";
import { wellKnownAnswer } from "#server/bff/http/listener/well-known.ts";

const options = {
  securityContacts: ["mailto:security@example.com", "https://example.com/report"],
  origin: "https://console.example",
  now: new Date("2026-11-27T18:30:05.123Z"),
};

test("security.txt names the contacts in their order, half a year of validity and its own address", () => {
  const answer = wellKnownAnswer("/.well-known/security.txt", options);
  expect(answer?.status).toBe(200);
  expect(answer?.headers["Content-Type"]).toBe("text/plain; charset=utf-8");
  expect(answer?.text).toBe(
    "Contact: mailto:security@example.com\nContact: https://example.com/report\nExpires: 2027-05-26T00:00:00Z\nCanonical: https://console.example/.well-known/security.txt\n",
  );
});

test("security.txt on loopback without TLS does not name its own address", () => {
  const answer = wellKnownAnswer("/.well-known/security.txt", { ...options, origin: "http://localhost:3000" });
  expect(answer?.text).not.toContain("Canonical");
});

test("without a contact, security.txt is not found", () => {
  const answer = wellKnownAnswer("/.well-known/security.txt", { ...options, securityContacts: [] });
  expect(answer?.status).toBe(404);
});

test("change-password leads to the page with the form, and a name that cannot exist is not found", () => {
  const answer = wellKnownAnswer("/.well-known/change-password", options);
  expect([answer?.status, answer?.headers.Location]).toEqual([302, "/account"]);
  for (const name of ["resource-that-should-not-exist-whose-status-code-should-not-be-200", "", "change-password/x"]) {
    expect([name, wellKnownAnswer(`/.well-known/${name}`, options)?.status]).toEqual([name, 404]);
  }
});

test("other paths belong to the pages", () => {
  for (const path of ["/", "/.well-known", "/production/.well-known/security.txt"]) {
    expect(wellKnownAnswer(path, options)).toBeNull();
  }
});
