import { z } from "zod";
import { addDescriptions, type MemberComments } from "./member-comments.ts";

/** A JSON Schema of the dialect of OpenAPI 3.1. */
export type JsonSchema = Record<string, unknown>;

/** The schemas of the contract: their names, and the comments on their members. */
export interface DescribedContract {
  names: ReadonlyMap<z.ZodType, string>;
  comments: ReadonlyMap<z.ZodType, MemberComments>;
}

/** Describes the answers of the routes, and collects the named schemas that they use. */
export function createAnswerSchemas({ names, comments }: DescribedContract) {
  const commentsByName = new Map([...names].map(([schema, name]) => [name, comments.get(schema) ?? new Map()]));
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
        const component = withReferences(own);
        addDescriptions(component, commentsByName.get(name) ?? new Map(), name);
        components.set(name, component);
      }
      return withReferences(properties.answer as JsonSchema);
    },
  };
}

/** The schema of an input, as a client sends it, with the comments on its members. */
export function describeInput(schema: z.ZodType, comments: MemberComments = new Map()): JsonSchema {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io: "input",
    unrepresentable: "any",
    override: improveInput,
  });
  const copy: JsonSchema = structuredClone(described);
  addDescriptions(copy, comments, "");
  return copy;
}

interface Described {
  zodSchema: z.core.$ZodTypes;
  jsonSchema: z.core.JSONSchema.BaseSchema;
}

const typeOf = (schema: z.core.$ZodType) => (schema as z.core.$ZodTypes)._zod.def.type;

/**
 * Describes a text from a URL by the value that it stands for: a whole number, or a list of words with commas between
 * them. Describes a body that is checked in two steps by its second step. Adds the values that apply to absent members.
 */
function improveInput(described: Described): void {
  const { zodSchema, jsonSchema } = described;
  const { def } = zodSchema._zod;
  if (def.type === "default" && /^(string|number|boolean)$/.test(typeof def.defaultValue)) {
    jsonSchema.default = def.defaultValue as string | number | boolean;
  }
  if (def.type === "pipe" && (/^(number|array)$/.test(typeOf(def.out)) || typeOf(def.in) === "unknown")) {
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
