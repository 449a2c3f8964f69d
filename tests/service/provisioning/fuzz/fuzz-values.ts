import fc from "fast-check";

type Schema = Record<string, unknown>;

/** Texts that have caused errors in other programs: in parsers, databases, searches, paths, logs and pages. */
const hostileTexts = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\r\nX-Injected: 1",
  "\u2028\u202e\ufeff",
  "\ud800",
  "\udfff tail",
  "😀".repeat(60),
  "e\u0301".repeat(40),
  "x".repeat(201),
  "x".repeat(3_000),
  "'; DROP TABLE customers; --",
  "' OR '1'='1",
  '" OR NEAR(a b, 2) *',
  "name:* AND (",
  "%",
  "_",
  "\\",
  "%%%_\\%",
  "../../etc/passwd",
  "..%2f..%2f",
  "%2e%2e",
  "%00",
  "%zz",
  "<script>alert(1)</script>",
  "{{7*7}}#{7*7}",
  "__proto__",
  "constructor",
  "toString",
  "null",
  "undefined",
  "NaN",
  "Infinity",
  "-0",
  "-1",
  "+5",
  "1e3",
  "1e309",
  "0x10",
  "１２",
  "1.0",
  "007",
  "9".repeat(15),
  "9".repeat(16),
  "9".repeat(400),
  "9007199254740993",
  "TRUE",
  "true ",
  "1",
  "0000-00-00",
  "1969-12-31",
  "2026-02-30",
  "2026-2-3",
  "2026-11-20T",
  "2026-11-20T00:00:00",
  "2026-11-20T23:59:60Z",
  "2026-11-20T12:00:00+99:99",
  "+275760-09-14",
  "-000001-01-01",
  "9999-12-31",
  "0001-01-01",
  "0000-01-01",
  "[answer:409]",
  "[answer:999]",
  "[fail:nowhere]",
];

export const hostileText = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...hostileTexts) },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 40 }) },
  { weight: 1, arbitrary: fc.string({ maxLength: 300 }) },
);

export const hostileJson: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom<unknown[]>(null, true, 0, -1, 1.5, 1e308, -1e-9, 2 ** 53, 1e21, [], {}, [[]], { email: {} }),
  fc.jsonValue({ maxDepth: 3 }),
);

const date = fc
  .date({ min: new Date("2019-01-01"), max: new Date("2027-12-31"), noInvalidDate: true })
  .map((value) => value.toISOString());

function textOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === "uuid") return fc.uuid();
  if (schema.format === "email") return fc.constantFrom("a@b.example", "anna.weber+tag@firma.example");
  const text = fc.string({ minLength: Number(schema.minLength ?? 0), maxLength: Number(schema.maxLength ?? 20) });
  const name = fc.constantFrom(
    "Nordlicht GmbH",
    "Łódź & Söhne",
    "[fail:numbers] AG",
    "[answer:422]",
    "[stall:allocate]",
  );
  return fc.oneof(
    text,
    name,
    date,
    date.map((value) => value.slice(0, 10)),
  );
}

/** Generates JSON values that match `schema`. `resolve` follows references. */
export function valid(schema: Schema, resolve: (schema: Schema) => Schema): fc.Arbitrary<unknown> {
  const { type, enum: values, properties, required = [], ...rest } = resolve(schema);
  if (Array.isArray(values)) return fc.constantFrom(...values);
  if (type === "integer") {
    return fc.integer({ min: Number(rest.minimum ?? 0), max: Math.min(Number(rest.maximum ?? 1e6), 1e6) });
  }
  if (type === "boolean") return fc.boolean();
  if (type === "string") return textOf(rest);
  if (type === "object") {
    const entries = Object.entries((properties ?? {}) as Record<string, Schema>);
    const members = Object.fromEntries(entries.map(([name, member]) => [name, valid(member, resolve)]));
    return fc.record(members, { requiredKeys: required as string[] });
  }
  throw new Error(`No arbitrary for ${JSON.stringify(schema)}`);
}
