import { z } from "zod";
import type { Permission } from "#lib/contract/access/permissions.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { resourceIDSchema } from "#lib/contract/resource-id.ts";
import type { AssistantContext } from "./call-route.ts";

/** A tool of an assistant. Its name and its texts are fixed: they never contain text from a store or from the API. */
export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  about: string;
  input: Input;
  /** The result is parsed with this schema, so members that the schema does not have are left out. */
  output: Output;
  /** For a tool that proposes: the permission that the role of the key needs. Absent for a tool that reads. */
  proposes?: Permission;
  run(context: AssistantContext, input: z.output<Input>): Promise<z.input<Output>>;
}

/** The only way to create a tool. It checks that the result fits the output schema. */
export const defineTool = <Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool =>
  tool as unknown as Tool;

/** Where a value comes from: what the API says, or what the console has recorded. */
export const sourceSchema = z.enum(["api", "console"]).describe("Where these values come from");

export const environmentInput = environmentSchema.describe("The environment: production or sandbox");

export const customerIDInput = resourceIDSchema.describe("The ID of the customer");

/** The members for paging, which lists have. */
export const pageInput = {
  limit: z.int().min(1).max(50).default(20).describe("The maximum number of rows"),
  offset: z.int().min(0).max(1_000_000).default(0).describe("The number of rows to skip"),
};
