import { z } from "zod";

/** A JSON Schema of the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** The named schemas of the contract. Each of them is described once, under its name. */
export type SchemaNames = ReadonlyMap<z.ZodType, string>;

/** Describes the answers of the routes, and collects the named schemas that they use. */
export function createAnswerSchemas(names: SchemaNames) {
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const components = new Map<string, JsonSchema>();
  return {
    components,
    /** The schema of an answer. Named schemas are references to `components`. */
    describe(schema: z.ZodType): JsonSchema {
      // A schema that has a name itself is described through a wrapper, so that it becomes a reference too.
      const { $defs = {}, properties = {} } = z.toJSONSchema(z.object({ answer: schema }), {
        metadata: registry,
        io: "output",
        override: improve,
      });
      for (const [name, described] of Object.entries($defs)) {
        const { id: _, ...own } = described as JsonSchema;
        components.set(name, withReferences(own));
      }
      return withReferences(properties.answer as JsonSchema);
    },
  };
}

/** The schema of an input, as a client sends it. */
export function describeInput(schema: z.ZodType): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: improveInput,
  });
  return described;
}

interface Described {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

/** Describes a text in a URL by its meaning: a whole number, or a list of words that are separated by commas. */
function improveInput(described: Described): void {
  const { zodSchema, jsonSchema } = described;
  const { def } = zodSchema._zod;
  if (def.type === "pipe" && /^(number|array)$/.test((def.out as z.core.$ZodTypes)._zod.def.type)) {
    for (const member of Object.keys(jsonSchema)) delete jsonSchema[member];
    Object.assign(jsonSchema, describeInput(def.out as z.ZodType));
    if (jsonSchema.type === "number") jsonSchema.type = "integer";
  }
  improve(described);
}

/**
 * Leaves out the bounds of safe integers, which say nothing about a value. Names the members of a record whose keys are
 * known words.
 */
function improve({ jsonSchema }: Described): void {
  const { propertyNames, additionalProperties } = jsonSchema;
  if (typeof propertyNames === "object" && propertyNames.enum) {
    jsonSchema.properties = Object.fromEntries(propertyNames.enum.map((name) => [name, additionalProperties ?? {}]));
    jsonSchema.additionalProperties = false;
    delete jsonSchema.propertyNames;
  }
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
}

function withReferences<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value).replaceAll('"#/$defs/', '"#/components/schemas/'));
}
