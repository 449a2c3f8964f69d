import { z } from "zod";
import { permissionRoles } from "#lib/contract/access/permissions.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { errorStatus } from "#lib/contract/values/error-codes.ts";

const permissions = Object.keys(permissionRoles) as (keyof typeof permissionRoles)[];
const errorCodes = Object.keys(errorStatus) as (keyof typeof errorStatus)[];

/** A route in the list of all routes. */
export const referenceRowSchema = z.object({
  /** The ID of the route in the document, such as `getEnvironmentJobs`. */
  operationID: z.string(),
  method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  /** The path with its parameters in braces, such as `/api/{environment}/jobs`. */
  path: z.string(),
  /** What the route does, in one sentence. */
  summary: z.string(),
});

export type ReferenceRow = z.infer<typeof referenceRowSchema>;

/** The answer of `GET /api/reference`. */
export const referenceListSchema = z.object({
  /** The subjects in the order of the document. */
  subjects: z.array(
    z.object({
      /** The name of the subject, such as `Customers`. */
      name: z.string(),
      operations: z.array(referenceRowSchema),
    }),
  ),
});

export type ReferenceList = z.infer<typeof referenceListSchema>;

/** A member of a body or an answer, or a parameter. */
export interface ReferenceMember {
  name: string;
  type: string;
  isRequired: boolean;
  description?: string | undefined;
  words?: string[] | undefined;
  default?: string | undefined;
  format?: string | undefined;
  minimum?: number | undefined;
  maximum?: number | undefined;
  maxLength?: number | undefined;
  members?: ReferenceMember[] | undefined;
  alternatives?: ReferenceMember[] | undefined;
}

export const referenceMemberSchema: z.ZodType<ReferenceMember> = z.object({
  /** The name of the member. Empty for the content of a body, and for an item of `alternatives`. */
  name: z.string(),
  /**
   * The type as JSON Schema names it. `[]` marks a list, and `|` separates alternatives. Objects with a name in the
   * document have that name, such as `Customer[]`.
   */
  type: z.string(),
  isRequired: z.boolean(),
  description: z.string().optional(),
  /** The possible values, if the member has only some. */
  words: z.array(z.string()).optional(),
  /** The value that applies if the member is absent, as JSON. */
  default: z.string().optional(),
  format: z.string().optional(),
  /** The smallest number. */
  minimum: z.number().optional(),
  /** The largest number. */
  maximum: z.number().optional(),
  /** The largest number of characters. */
  maxLength: z.number().optional(),
  /** The members of the object, or of each object in the list. Absent if the object contains itself. */
  get members() {
    return z.array(referenceMemberSchema).optional();
  },
  /** The possible objects, if there are several. */
  get alternatives() {
    return z.array(referenceMemberSchema).optional();
  },
});

/** The answer of `GET /api/reference/{operationID}`. */
export const referenceOperationSchema = z.object({
  ...referenceRowSchema.shape,
  /** What the route does, if it takes more than one sentence. */
  description: z.string().optional(),
  /** The roles that may use the route. Absent if it needs no sign-in. */
  roles: z.array(z.enum(roles)).optional(),
  /** The permission that these roles have. Absent if every role may use the route. */
  permission: z.enum(permissions).optional(),
  /** Set if API clients can never use the route. */
  peopleOnly: z.literal(true).optional(),
  /** Set if a person must have proved their identity during the last ten minutes. */
  recentProof: z.literal(true).optional(),
  /** Set if the sender needs access to all environments. */
  everyEnvironment: z.literal(true).optional(),
  /** Set if a successful request adds an event to the audit log although it only reads. */
  countsAsWrite: z.literal(true).optional(),
  parameters: z.array(z.object({ in: z.enum(["path", "query", "header"]), member: referenceMemberSchema })),
  /** The body of the request. Absent if the route takes no body. */
  body: z
    .object({
      mediaType: z.string(),
      isRequired: z.boolean(),
      content: referenceMemberSchema,
      /** A body that a test has sent, as JSON. */
      example: z.string().optional(),
    })
    .optional(),
  /** The successful answers. Several statuses have the same content. */
  answer: z.object({
    statuses: z.array(z.object({ status: z.string(), description: z.string() })),
    /** The media types of the answer; empty if it has no body. */
    mediaTypes: z.array(z.string()),
    headers: z.array(z.object({ name: z.string(), description: z.string() })),
    /** The content, if it is JSON. */
    content: referenceMemberSchema.optional(),
    /** An answer that a test has received, as JSON. */
    example: z.string().optional(),
  }),
  errors: z.array(
    z.object({
      /** `4XX` stands for the status that the API answered with. */
      status: z.string(),
      code: z.enum(errorCodes),
      /** What has happened, in a few words. */
      title: z.string(),
      /** What a program should do. */
      advice: z.string(),
    }),
  ),
});

export type ReferenceOperation = z.infer<typeof referenceOperationSchema>;
