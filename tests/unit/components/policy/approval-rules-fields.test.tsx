import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ApprovalRulesFields } from "#components/policy/approval-rules-fields.tsx";
import { type ApprovalRules, noApprovalRules } from "#lib/contract/access/approval-policy.ts";

const known = { plans: ["enterprise", "basic", "BASIC"], terms: ["12-months"] };

function htmlOf(rules: Partial<ApprovalRules>): string {
  return renderToStaticMarkup(
    <ApprovalRulesFields
      id="rules"
      environment="sandbox"
      approvers={3}
      requesters={[]}
      known={known}
      rules={{ ...noApprovalRules, ...rules }}
      onChange={() => {}}
    />,
  );
}

/** Returns the values with a checked checkbox, in the API's spelling. */
const ticked = (html: string) =>
  [...html.matchAll(/<input type="checkbox"[^>]*checked=""[^>]*\/><bdi title="([^"]*)"/g)].map(([, value]) => value);

test("a person chooses rules from the known plans and terms, by the names that pages show", () => {
  const html = htmlOf({ plans: ["enterprise"], terms: ["12-months"] });
  expect(ticked(html)).toEqual(["enterprise", "12-months"]);
  expect(html).toContain(">Enterprise</bdi>");
  expect(html).toContain(">12 months</bdi>");
  expect(html).not.toContain("was never seen");
});

test("a person can type a value that was never observed, and it is marked with its meaning", () => {
  const html = htmlOf({ plans: ["enterprise", "Enterprize"], terms: ["9 years"] });
  expect(html).toContain('value="Enterprize"');
  expect(html).toContain("“Enterprize” was never seen");
  expect(html).toContain("every change of a plan needs approval");
  expect(html).toContain("“9 years” was never seen");
  expect(html).toContain("every change of a term needs approval");
});

test("a value in another spelling than known values shows which known values the rule applies to", () => {
  expect(htmlOf({ plans: ["Enterprise"] })).toContain("“Enterprise” is saved as enterprise.");
  expect(htmlOf({ plans: ["Basic"] })).toContain("“Basic” applies to basic and BASIC.");
});
