import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { pathToFileURL } from "node:url";
import { z } from "zod";

const capitalise = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/**
 * The names of the schemas that the files of `folder` (lib/contract) export. `customerSchema` is `Customer`. If two
 * files export the same name, the second name gets the name of its file as a prefix.
 */
export async function readContractNames(folder: string): Promise<Map<z.ZodType, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
  const names = new Map<z.ZodType, string>();
  const taken = new Set<string>();
  for (const file of files.sort()) {
    const members: Record<string, unknown> = await import(pathToFileURL(file).href);
    for (const [name, schema] of Object.entries(members)) {
      if (!name.endsWith("Schema") || !isNamed(schema) || names.has(schema)) continue;
      const own = capitalise(name.replace(/Schema$/, ""));
      const ofFile = basename(file, ".ts").split("-").map(capitalise).join("");
      const id = taken.has(own) ? `${ofFile}${own}` : own;
      taken.add(id);
      names.set(schema, id);
    }
  }
  return names;
}

/** True for schemas that get a name in the document. Texts and numbers are described where they are used. */
const isNamed = (schema: unknown): schema is z.ZodType =>
  schema instanceof z.ZodObject || schema instanceof z.ZodUnion || schema instanceof z.ZodEnum;
