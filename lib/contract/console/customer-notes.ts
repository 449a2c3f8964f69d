import { z } from "zod";
import { customerSchema } from "#lib/contract/customers/customer.ts";
import { answerAge, pageQuery } from "#lib/contract/list.ts";
import { writeReferenceSchema } from "#lib/contract/operations/write-reference.ts";
import {
  isTag,
  maxNoteLength,
  maxTagLength,
  maxTags,
  normaliseTag,
} from "#lib/contract/values/customers/customer-marks.ts";
import "#lib/contract/plain-messages.ts";

/** A note about a customer. Only the console stores it. It is shown as plain text. */
export const noteSchema = z.object({
  noteID: z.string(),
  customerID: z.string(),
  /** The customer's name, if the console knows it. */
  companyName: z.string().optional(),
  /** The text. A person that it mentions is shown with the present name: `@Kim Lee`. */
  text: z.string(),
  /** The people that the text mentions. Absent if it mentions nobody. */
  mentions: z
    .array(
      z.object({
        staffID: z.string(),
        /** The present name. */
        name: z.string(),
      }),
    )
    .optional(),
  /** `name` is the current name; absent if it is not known. */
  author: z.object({ staffID: z.string(), email: z.string(), name: z.string().optional() }),
  /** The ticket for which the note was written. */
  ticket: z.string().optional(),
  /** ISO 8601 in UTC, like `editedAt`. */
  createdAt: z.string(),
  /** When the author last edited the note; absent if the note was never edited. */
  editedAt: z.string().optional(),
  /** When an editor pinned the note for everybody; absent if the note is not pinned. */
  pinnedAt: z.string().optional(),
});

export type Note = z.infer<typeof noteSchema>;

const noteText = z
  .string({ error: "must be text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(maxNoteLength, { error: `must be ${maxNoteLength} characters or less` })
  // PostgreSQL cannot store NUL characters in text.
  .regex(/^[^\0]*$/, { error: "must not have NUL characters" });

/** The body of `POST …/customers/{customerID}/notes`. */
export const newNoteSchema = z.strictObject({ text: noteText, console: writeReferenceSchema });

export type NewNote = z.output<typeof newNoteSchema>;

/**
 * The body of `PATCH …/notes/{noteID}`: either a new text or the pinned state. Only the author may send a new text. A
 * customer has at most one pinned note. Pinning a second note unpins the first.
 */
export const noteChangeSchema = z
  .strictObject({ text: noteText.optional(), pinned: z.boolean({ error: "must be true or false" }).optional() })
  .refine(({ text, pinned }) => (text === undefined) !== (pinned === undefined), {
    path: ["text"],
    error: "or pinned must be given, exactly one of both",
  });

export const noteAnswerSchema = z.object({ note: noteSchema });

/** The query of `GET …/customers/{customerID}/notes`. */
export const noteListQuerySchema = z.strictObject({ ...pageQuery });

export type NoteListQuery = z.output<typeof noteListQuerySchema>;

/**
 * The answer of `GET …/customers/{customerID}/notes`: the notes, newest first, and the customer's tags. `pinned` says
 * whether the sender has pinned the customer.
 */
export const noteListSchema = z.object({
  notes: z.array(noteSchema),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  /**
   * The note that is pinned for everybody. Every page of the list contains it, even if it is not among the page's
   * `notes`.
   */
  pinnedNote: noteSchema.optional(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
  asOf: z.string(),
});

export type NoteList = z.infer<typeof noteListSchema>;

const tagSchema = z
  .string({ error: "must be text" })
  .max(4 * maxTagLength, { error: `must be ${maxTagLength} characters or less` })
  .transform(normaliseTag)
  .refine(isTag, {
    error: `must be a word or a few of ${maxTagLength} characters or less, which begin with a letter or a digit`,
  });

const tagsSchema = z
  .array(tagSchema)
  .max(maxTags, { error: `must be ${maxTags} tags or fewer` })
  .transform((tags) => [...new Set(tags)].toSorted());

/**
 * The body of `PUT …/tags`: the tags that the customer should have. `expected` contains the tags that the sender saw.
 * If `expected` is present, the console applies only the differences between the two lists. A tag that a colleague has
 * just added then stays. Without `expected`, the customer gets exactly the tags in `tags`.
 */
export const tagsChangeSchema = z.strictObject({ tags: tagsSchema, expected: tagsSchema.optional() });

export type TagsChange = z.output<typeof tagsChangeSchema>;

/** The answer of `PUT …/tags`: the customer's tags after the change. */
export const tagsAnswerSchema = z.object({ tags: z.array(z.string()) });

/** The body and the answer of `PUT …/pin`. A pin belongs to one person. */
export const pinSchema = z.strictObject({ pinned: z.boolean({ error: "must be true or false" }) });

/**
 * The answer of `GET /api/{environment}/tags`. `tags`: the team's tags, the most used first. `pinned`: the number of
 * customers that the sender has pinned.
 */
export const tagListSchema = z.object({
  tags: z.array(z.object({ tag: z.string(), customers: z.number() })),
  pinned: z.number(),
  asOf: z.string(),
});

export type TagList = z.infer<typeof tagListSchema>;

const mark = {
  pinned: z.literal("true", { error: "must be true, or left out" }).optional(),
  tag: tagSchema.optional(),
};

const isOneMark = ({ pinned, tag }: { pinned?: unknown; tag?: unknown }) =>
  (pinned === undefined) !== (tag === undefined);

const oneMark = { path: ["tag"], error: "or pinned must be given, exactly one of both" };

/**
 * The query of `GET /api/{environment}/customers/marked`. It selects the customers that the sender has pinned, or the
 * customers with a tag.
 */
export const markedQuerySchema = z.strictObject({ ...pageQuery, ...mark }).refine(isOneMark, oneMark);

/** The query of `GET /api/{environment}/customers/marked/export`. */
export const markedExportQuerySchema = z.strictObject(mark).refine(isOneMark, oneMark);

export type MarkedExportQuery = z.output<typeof markedExportQuerySchema>;

export type MarkedQuery = z.output<typeof markedQuerySchema>;

/** A customer that is pinned or tagged in the console. */
export const markedCustomerSchema = z.object({
  customerID: z.string(),
  /**
   * The current name. If the customer could not be read, this is the last known name. It is empty if no name is known.
   */
  companyName: z.string(),
  /**
   * `found`: the customer was read from the API. `missing`: no search of the API finds the customer. `unread`: the
   * customer could not be read now.
   */
  state: z.enum(["found", "missing", "unread"]),
  customer: customerSchema.optional(),
  tags: z.array(z.string()),
  pinned: z.boolean(),
});

export type MarkedCustomer = z.infer<typeof markedCustomerSchema>;

/** The answer of `GET /api/{environment}/customers/marked`, sorted by name. */
export const markedListSchema = z.object({
  customers: z.array(markedCustomerSchema),
  /** The IDs of all marked customers, in the order of the list. Pages use them to select all customers. */
  customerIDs: z.array(z.string()),
  total: z.number(),
  limit: z.number(),
  offset: z.number(),
  ...answerAge,
});

export type MarkedList = z.infer<typeof markedListSchema>;
