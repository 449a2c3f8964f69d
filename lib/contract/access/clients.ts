import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { assistantModes } from "#lib/contract/values/access/assistant-modes.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { environmentListSchema, personNameSchema, roleSchema } from "./staff.ts";

/** The prefix of every key. It lets people and scanners recognise a key. */
export const keyPrefix = "swb_";

/** The maximum number of addresses and address ranges of one API client. */
export const maxAddresses = 20;

export const clientStates = ["active", "expired", "revoked"] as const;

export type ClientState = (typeof clientStates)[number];

/** A program that uses the console's API with its own key. */
export const apiClientSchema = z.object({
  clientID: z.string(),
  name: z.string(),
  role: z.enum(roles),
  environments: z.array(environmentSchema),
  /** The IP addresses and ranges from which the key may be used. Absent: any address. */
  addresses: z.array(z.string()).optional(),
  /** The last characters of the key, so that people can distinguish keys. */
  keyEnd: z.string(),
  state: z.enum(clientStates),
  /** What an assistant may do with the key. With `reading` or `proposals` the key changes nothing by itself. */
  assistant: z.enum(assistantModes),
  /** The email address of the administrator who created the client, and the current name. */
  createdBy: z.string(),
  createdByName: z.string().optional(),
  /** ISO 8601 in UTC, like all times in this file. */
  createdAt: z.string(),
  /** Absent if the key does not expire. */
  expiresAt: z.string().optional(),
  lastUsedAt: z.string().optional(),
});

export type ApiClient = z.infer<typeof apiClientSchema>;

/**
 * The answer of `GET /api/clients`. Clients with a working key come first, then all others. Each group is sorted by
 * name.
 */
export const clientListSchema = z.object({ clients: z.array(apiClientSchema), ...listEnvelope });

export type ClientList = z.infer<typeof clientListSchema>;

export const clientListQuerySchema = z.strictObject(pageQuery);

/**
 * The name of a client. Pages show this name in the place of a person's email address. For this reason, the name must
 * not look like an email address.
 */
const clientNameSchema = personNameSchema.regex(/^[^@\uFF20\uFE6B]*$/u, {
  error: "Enter a name that is not an e-mail address",
});

/** The body of `POST /api/clients`. */
export const newClientSchema = z.strictObject({
  name: clientNameSchema,
  role: roleSchema,
  environments: environmentListSchema,
  expiresAt: z.iso.datetime({ error: "must be an instant in UTC, such as 2027-01-31T00:00:00Z" }).optional(),
  addresses: z
    .array(z.string().trim().max(60, { error: "is not an address" }), { error: "must be a list of addresses" })
    .max(maxAddresses, { error: `Enter ${maxAddresses} addresses at most` })
    .optional(),
});

export type NewClient = z.output<typeof newClientSchema>;

/** The answer of `POST /api/clients`. It is the only answer that contains the key. */
export const newClientAnswerSchema = z.object({ client: apiClientSchema, key: z.string() });

export type NewClientAnswer = z.infer<typeof newClientAnswerSchema>;

/** The body of `PATCH /api/clients/{clientID}`. */
export const clientChangeSchema = z
  .strictObject({
    name: clientNameSchema.optional(),
    assistant: z.enum(assistantModes, { error: `must be one of ${assistantModes.join(", ")}` }).optional(),
  })
  .refine(({ name, assistant }) => name !== undefined || assistant !== undefined, {
    error: "must have a name or what an assistant may do",
  });

export type ClientChange = z.output<typeof clientChangeSchema>;

/** The answer of `PATCH /api/clients/{clientID}`. */
export const clientAnswerSchema = z.object({ client: apiClientSchema });

export type ClientAnswer = z.infer<typeof clientAnswerSchema>;
