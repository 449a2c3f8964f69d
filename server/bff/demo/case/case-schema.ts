import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";

// A case file may come from anybody. So all values that are sent, printed or used in calculations are restricted.

/** The headers of a case file that the console uses. */
const knownHeaders: ReadonlySet<string> = new Set(["x-request-id", "retry-after"]);

/** The text that may be sent in a header. */
const plainText = /^[\x20-\x7e]{0,1000}$/;

const headersSchema = z
  .array(z.object({ name: z.string(), value: z.string() }))
  .transform((headers) => headers.map(({ name, value }) => [name.toLowerCase(), value] as const))
  .transform((headers) =>
    Object.fromEntries(headers.filter(([name, value]) => knownHeaders.has(name) && plainText.test(value))),
  );

/** The members of a HAR entry that the console uses. The entry comes from one of the console's own HAR files. */
export const caseEntrySchema = z.object({
  startedDateTime: z.iso.datetime(),
  time: z.number().min(0).max(dayMs),
  request: z.object({ method: z.string(), url: z.string() }),
  response: z.object({
    // 0 means that there was no answer.
    status: z.union([z.literal(0), z.int().min(200).max(999)]),
    headers: headersSchema,
    content: z.object({ text: z.string().optional() }),
  }),
  _switchboard: z.object({
    path: z.string(),
    error: z.string().optional(),
    cause: z.object({ name: z.string(), route: z.string().optional() }),
  }),
});

export type CaseEntry = z.infer<typeof caseEntrySchema>;

export const caseSchema = z.object({
  log: z.object({
    _switchboard: z.object({
      environment: environmentSchema,
      version: z.string().regex(/^[\w.+-]{1,100}$/),
      at: z.iso.datetime(),
      // The view is printed in the terminal, so blanks and control sequences are not allowed.
      view: z
        .string()
        .max(4_000)
        .regex(/^\/(?![/\\])[^\p{C}\p{Z}]*$/u),
      role: z.enum(roles),
    }),
    entries: z.array(caseEntrySchema),
  }),
});

/** True if the path has the form of a path of numbers, below the path of an environment. */
export const isNumbersPath = (path: string) => /^(\/[\w-]+(\.[\w-]+)*)+$/.test(path);
