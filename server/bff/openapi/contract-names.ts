import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";
import { createCommentReader, type MemberComments } from "./member-comments.ts";

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** What the files of lib/contract say about their schemas. */
export interface ContractSchemas {
  names: Map<z.ZodType, string>;
  /** The comments on the members of every exported schema, also of those without a name in the document. */
  comments: Map<z.ZodType, MemberComments>;
}

/**
 * The names and the comments of the schemas that the files of lib/contract export. `customerSchema` is `Customer`. If
 * two files export the same name, the second name gets the name of its file as a prefix.
 */
export async function readContract(root: string): Promise<ContractSchemas> {
  const folder = join(root, "lib/contract");
  const reader = createCommentReader(root);
  const comments = new Map<z.ZodType, MemberComments>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const file of files.sort()) {
    const members: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const [name, schema] of Object.entries(members)) {
      if (!name.endsWith("Schema") || !(schema instanceof z.ZodType)) continue;
      if (!comments.has(schema)) comments.set(schema, reader.ofConstant(file, name));
      if (!isNamed(schema) || names.has(schema)) continue;
      const own = capitalise(name.replace(/Schema$/, ""));
      const ofFile = basename(file, ".ts").split("-").map(capitalise).join("");
      const id = taken.has(own) ? `${ofFile}${own}` : own;
      taken.add(id);
      names.set(schema, id);
    }
  }
  return { names, comments };
}

/** True for schemas that get a name in the document. Texts and numbers are described where they are used. */
const isNamed = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodObject || schema instanceof z.ZodUnion || schema instanceof z.ZodEnum;
