import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveSignIn } from "#components/sign-in/resolve-sign-in.ts";
import { signInSchema } from "#lib/contract/console/session.ts";
import { createCustomerSchema } from "#lib/contract/operations/operation-requests.ts";
import { creationProblems } from "#lib/contract/values/customers/creation-rules.ts";

const text = fc.oneof(
  fc.string({ maxLength: 10 }),
  fc.constantFrom("", " ", "a@b.example", "x".repeat(201), `${"x".repeat(400)}@b.example`, "\u0007"),
);

const body = fc.record(
  {
    companyName: fc.oneof(text, fc.constant(7)),
    plan: text,
    term: text,
    usersCount: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.double({ noNaN: true }), text),
    adminUser: fc.record({ email: fc.oneof(text, fc.constant(null)) }, { requiredKeys: [] }),
    further: fc.constantFrom({ a: 1 }, { constructor: 1 }, [{ prototype: {} }]),
  },
  { requiredKeys: [] },
);

test("a form finds the same invalid members of a creation as the server, with the same messages", () => {
  fc.assert(
    fc.property(body, (given) => {
      const issues = createCustomerSchema.safeParse(given).error?.issues ?? [];
      const ofServer = new Map(
        issues.map(({ path, message }) => [path.join("."), message]).reverse() as [string, string][],
      );
      const ofForm = new Map(creationProblems(given).map(({ member, message }) => [member, message]));
      expect(ofForm).toEqual(ofServer);
    }),
  );
});

test("both the form and the server refuse a creation with too many members", () => {
  const members = Object.fromEntries(Array.from({ length: 31 }, (_, index) => [`member${index}`, 1]));
  const given = { companyName: "A", plan: "b", term: "c", ...members };
  const issues = createCustomerSchema.safeParse(given).error?.issues ?? [];
  expect(creationProblems(given)).toEqual(issues.map(({ message }) => ({ member: "", message })));
});

test("the sign-in form shows the same message as the server", async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.oneof(text, fc.constant("x".repeat(1025))), async (email, password) => {
      const issues = signInSchema.safeParse({ email, password }).error?.issues ?? [];
      const ofServer = Object.fromEntries(issues.map(({ path, message }) => [path.join(), message]).reverse());
      const options = { fields: {}, shouldUseNativeValidation: undefined };
      const { errors } = await resolveSignIn({ email, password }, undefined, options);
      expect(Object.fromEntries(Object.entries(errors).map(([name, error]) => [name, error?.message]))).toEqual(
        ofServer,
      );
    }),
  );
});
