import { z } from "zod";
import type { NewAuditEvent } from "#lib/contract/access/audit.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { isResourceID } from "#lib/contract/values/resource-ids.ts";
import { auditSource } from "#server/bff/audit/audit-source.ts";
import { boundedText } from "./bounded-data.ts";
import type { AssistantContext } from "./call-route.ts";
import type { Tool } from "./tool.ts";
import { tools } from "./tools/tools.ts";

/** The maximum length of the name of a tool in the audit log, in characters. */
const maxName = 100;

/** The maximum number of arguments in the audit log. */
const maxArguments = 12;

/** What the audit log records about a call. The assistant sent `name` and `input`, so they can have any type. */
export interface RecordedCall {
  name: unknown;
  input: unknown;
  result: "done" | "failed";
  /** The code of the error. */
  code?: string | undefined;
}

/**
 * Returns the arguments that the tool knows, for the audit log. A search or a reason can name people, and the audit log
 * cannot be changed later. So three kinds of texts are kept: the environment, the IDs of records, and words from a
 * list. Of any other text, only the length is kept. Arguments that the tool does not know are only counted, because the
 * assistant has chosen their names.
 */
function argumentsOf(tool: Tool | undefined, input: unknown): Record<string, unknown> {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return {};
  const members = new Map(Object.entries(tool?.input.shape ?? {}));
  const entries = Object.entries(input);
  const known = entries.filter(([name]) => members.has(name)).slice(0, maxArguments);
  const others = entries.length - known.length;
  return {
    ...Object.fromEntries(known.map(([name, value]) => [name, argumentOf(name, members.get(name), value)])),
    ...(others > 0 && { otherArguments: others }),
  };
}

function argumentOf(name: string, schema: unknown, value: unknown): unknown {
  if (typeof value === "number" || typeof value === "boolean" || value === null) return value;
  if (Array.isArray(value)) return `${value.length} items`;
  if (typeof value !== "string") return "an object";
  const isKept = isWordOf(schema, value) || (name.endsWith("ID") && isRecordID(value));
  return isKept ? value : `${value.length} characters`;
}

/** True for an ID without the characters that a person's name or address would have. */
const isRecordID = (text: string) => isResourceID(text) && !/[\s@]/.test(text);

/** True if the schema is a list of words, such as the environments, and has this word. */
function isWordOf(schema: unknown, value: string): boolean {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return isWordOf(schema.unwrap(), value);
  return schema instanceof z.ZodEnum && schema.safeParse(value).success;
}

/** The audit event of a call of a tool, with the client and the administrator who made its key. */
export function callEvent(context: AssistantContext, { name, input, result, code }: RecordedCall): NewAuditEvent {
  const given = argumentsOf(
    tools.find((tool) => tool.name === name),
    input,
  );
  const { environment, customerID } = given;
  const known = environmentSchema.safeParse(environment).data;
  return {
    ...auditSource(context),
    action: "assistant.called",
    outcome: result,
    ...(known && { environment: known }),
    target: { kind: "tool", id: boundedText(String(name), maxName) },
    after: {
      owner: context.session.assistant?.owner,
      ...(typeof customerID === "string" && isRecordID(customerID) && { customerID }),
      arguments: given,
      ...(code !== undefined && { code }),
    },
  };
}
