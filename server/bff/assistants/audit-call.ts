import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { boundedText } from "./bounded-data.ts";
import type { AssistantContext } from "./call-route.ts";

/** The maximum length of an argument in the audit log, in characters, and the maximum number of arguments. */
const maxArgument = 100;
const maxArguments = 12;

/** The texts that an assistant writes. The audit log records their length only, as for notes. */
const writtenTexts: ReadonlySet<string> = new Set(["why", "text"]);

/** What the audit log records about a call. The assistant sent `name` and `input`, so they can have any type. */
export interface RecordedCall {
  name: unknown;
  input: unknown;
  result: "done" | "failed";
  /** The code of the error. */
  code?: string | undefined;
}

function argumentsOf(input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  return Object.fromEntries(
    Object.entries(input)
      .slice(0, maxArguments)
      .map(([name, value]) => [
        boundedText(name, maxArgument),
        writtenTexts.has(name) && typeof value === "string" ? `${value.length} characters` : argumentOf(value),
      ]),
  );
}

/** Shortens an argument: a text is cut, a list becomes its number of items, and an object becomes cut JSON. */
function argumentOf(value: unknown): unknown {
  if (typeof value === "string") return boundedText(value, maxArgument);
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return `${value.length} items`;
  return boundedText(JSON.stringify(value) ?? "", maxArgument);
}

/** The audit event of a call of a tool, with the client and the administrator who made its key. */
export function callEvent(context: AssistantContext, { name, input, result, code }: RecordedCall): NewAuditEvent {
  const given = argumentsOf(input);
  const { environment, customerID } = given;
  const known = environmentSchema.safeParse(environment).data;
  return {
    ...auditSource(context),
    action: "assistant.called",
    outcome: result,
    ...(known && { environment: known }),
    target: { kind: "tool", id: boundedText(String(name), maxArgument) },
    after: {
      owner: context.session.assistant?.owner,
      ...(typeof customerID === "string" && isResourceID(customerID) && { customerID }),
      arguments: given,
      ...(code !== undefined && { code }),
    },
  };
}
