import { environments } from "#lib/contract/values/environments.ts";

/** Every page that has an address of its own, as the folders of `app` have them. */
export const pagePatterns = [
  "/",
  "/sign-in",
  "/second-factor",
  "/confirmed",
  "/invitations/[token]",
  "/attention",
  "/audit",
  "/clients",
  "/policy",
  "/profile",
  "/staff",
  "/status",
  "/tickets/[ticket]",
  "/[environment]",
  "/[environment]/api-profile",
  "/[environment]/api-status",
  "/[environment]/imports",
  "/[environment]/imports/[importID]",
  "/[environment]/calls",
  "/[environment]/bulk",
  "/[environment]/approvals/[approvalID]",
  "/[environment]/bulk/[bulkID]",
  "/[environment]/customers",
  "/[environment]/customers/new",
  "/[environment]/customers/[customerID]",
  "/[environment]/jobs",
  "/[environment]/jobs/[jobID]",
  "/[environment]/numbers",
  "/[environment]/operations",
  "/[environment]/operations/[operationID]",
  "/[environment]/planned",
  "/[environment]/planned/[plannedChangeID]",
  "/[environment]/webhooks",
] as const;

interface Pattern {
  text: string;
  segments: readonly string[];
}

const patterns: readonly Pattern[] = pagePatterns.map((text) => ({ text, segments: text.split("/") }));

const matches = ({ segments }: Pattern, given: readonly string[]) =>
  segments.length === given.length &&
  segments.every((segment, index) => {
    const part = given[index] ?? "";
    if (segment === "[environment]") return (environments as readonly string[]).includes(part);
    return segment.startsWith("[") ? part !== "" : part === segment;
  });

/** The pattern of a page's path; undefined for what is no page, such as scripts and addresses that nobody has. */
export function pagePatternOf(path: string): string | undefined {
  const given = path.split("/");
  return patterns.find((pattern) => matches(pattern, given))?.text;
}
