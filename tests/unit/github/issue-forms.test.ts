import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";

const folder = resolve(import.meta.dirname, "../../../.github/ISSUE_TEMPLATE");
const files = readdirSync(folder).filter((name) => name !== "config.yml");

const validations = z.strictObject({ required: z.boolean() }).optional();
const id = z.string().regex(/^[\w-]+$/);
const label = z.string().min(1);
const description = z.string().optional();
const placeholder = z.string().optional();

/** The parts of an issue form, as GitHub documents them. GitHub shows no form at all if one part is wrong. */
const formSchema = z.strictObject({
  name: z.string().min(1),
  description: z.string().min(1),
  labels: z.array(z.string()),
  body: z.array(
    z.discriminatedUnion("type", [
      z.strictObject({ type: z.literal("markdown"), attributes: z.strictObject({ value: z.string().min(1) }) }),
      z.strictObject({
        type: z.literal("textarea"),
        id,
        attributes: z.strictObject({ label, description, placeholder, render: z.string().optional() }),
        validations,
      }),
      z.strictObject({
        type: z.literal("input"),
        id,
        attributes: z.strictObject({ label, description, placeholder }),
        validations,
      }),
      z.strictObject({
        type: z.literal("dropdown"),
        id,
        attributes: z.strictObject({ label, description, options: z.array(z.string()).min(1) }),
        validations,
      }),
    ]),
  ),
});

test.each(files)("the issue form %s is one that GitHub shows", (name) => {
  const { body } = formSchema.parse(parse(readFileSync(join(folder, name), "utf8")));
  const fields = body.filter((part) => part.type !== "markdown");
  expect(fields.length).toBeGreaterThan(0);
  for (const values of [fields.map((field) => field.id), fields.map((field) => field.attributes.label)]) {
    expect(new Set(values).size).toBe(values.length);
  }
});
