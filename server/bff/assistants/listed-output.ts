import type { StandardSchemaWithJSON } from "@modelcontextprotocol/server";
import { z } from "zod";
import { jobSchema } from "#lib/contract/job.ts";
import { operationSchema } from "#lib/contract/operations/operation.ts";
import { plannedChangeSchema } from "#lib/contract/operations/planned.ts";
import { proposalSchema } from "#lib/contract/operations/proposal.ts";
import { resultMembers } from "./run-tool.ts";
import type { Tool } from "./tool.ts";

/** A job without the raw data of the API. */
export const listedJobSchema = jobSchema.omit({ raw: true });

/**
 * The records that several tools return, and the tool that describes their members. The list of tools is read by a
 * language model, which pays for every character, so no other tool repeats the description.
 */
const describedBy: ReadonlyMap<z.core.$ZodType, string> = new Map<z.core.$ZodType, string>([
  [operationSchema, "list_operations"],
  [plannedChangeSchema, "list_planned_changes"],
  [listedJobSchema, "list_jobs"],
  [proposalSchema, "list_proposals"],
]);

/** An enumeration with more words, such as that of all error codes, is described as a text. */
const maxWords = 30;

type Described = z.core.JSONSchema.BaseSchema;

/** Shortens the description of one schema. The result of a tool is still parsed with the whole schema. */
function shorten(described: Described, replacement: string | undefined): void {
  if (replacement !== undefined) {
    for (const name of Object.keys(described)) delete described[name];
    Object.assign(described, { type: "object", description: `As in the result of ${replacement}` });
    return;
  }
  if (described.additionalProperties === false) delete described.additionalProperties;
  if (described.enum && described.enum.length > maxWords) delete described.enum;
  // `propertyNames` already lists the names of a record's members. So they are not listed a second time in `required`.
  if (described.propertyNames) delete described.required;
}

/** The output schema of a tool, as the list of tools describes it. */
export function listedOutput({ name, output }: Pick<Tool, "name" | "output">): StandardSchemaWithJSON<unknown> {
  const schema = output.extend(resultMembers);
  const described = z.toJSONSchema(schema, {
    io: "output",
    override({ zodSchema, jsonSchema }) {
      const describing = describedBy.get(zodSchema);
      shorten(jsonSchema, describing === name ? undefined : describing);
    },
  }) as Record<string, unknown>;
  const jsonSchema = { input: () => described, output: () => described };
  return { "~standard": { ...schema["~standard"], jsonSchema } };
}
