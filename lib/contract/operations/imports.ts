import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { answerAge, listEnvelope } from "#lib/contract/list.ts";
import { operationOutcomes, outcomeDetails } from "#lib/contract/operation-outcome.ts";
import { runApprovalSchema } from "#lib/contract/operations/approval.ts";
import { runShape } from "#lib/contract/operations/run.ts";
import { maxTextLength } from "#lib/contract/values/customers/creation-rules.ts";
import {
  csvDelimiters,
  csvEncodings,
  maxCsvCellBytes,
  maxCsvColumns,
} from "#lib/contract/values/operations/csv-rules.ts";
import {
  importFields,
  importRowStates,
  importStates,
  issueLevels,
  rowDecisions,
  rowFaults,
  singleFields,
} from "#lib/contract/values/operations/import-states.ts";

export type { ImportField, ImportRowState, ImportState } from "#lib/contract/values/operations/import-states.ts";

/**
 * The maximum number of different values of a plan or term column. A column with more values cannot be mapped to plans
 * or terms.
 */
const maxValues = 200;

/** A cell of a file. */
export const cellSchema = z.string().max(maxCsvCellBytes);
const value = z
  .string({ error: "must be text" })
  .trim()
  .min(1, { error: "must not be empty" })
  .max(maxTextLength, { error: `must be ${maxTextLength} characters or less` });
const values = z
  .record(cellSchema, value)
  .refine((given) => Object.keys(given).length <= maxValues, { error: `must be ${maxValues} values or fewer` });

/** The mapping of a file: its columns to fields, and its words to plans and terms. */
export const importMappingSchema = z.object({
  /** The field of each column, by the column's name. `ignore`: the column is not used. */
  columns: z
    .record(cellSchema, z.enum(importFields, { error: `must be one of ${importFields.join(", ")}` }))
    .refine((columns) => Object.keys(columns).length <= maxCsvColumns, { error: `must be ${maxCsvColumns} or fewer` })
    .refine(
      (columns) => {
        const used = Object.values(columns).filter((field) => singleFields.includes(field));
        return new Set(used).size === used.length;
      },
      { error: "must not name a field twice" },
    ),
  /** The plan or term for each word of the file. A word without an entry must itself be an existing plan or term. */
  values: z.object({ plan: values.default({}), term: values.default({}) }).default({ plan: {}, term: {} }),
  /** The plan or term of all rows, if no column contains it. */
  fixed: z.object({ plan: value.optional(), term: value.optional() }).default({}),
});

export type ImportMapping = z.output<typeof importMappingSchema>;

/** An error, warning or note about a row. */
export const importIssueSchema = z.object({
  level: z.enum(issueLevels),
  /** The column that the issue is about. */
  column: z.string().optional(),
  message: z.string(),
  /** The kind of fault. Absent for a note about the whole import, and in rows that an earlier version checked. */
  fault: z.enum(rowFaults).optional(),
});

export type ImportIssue = z.infer<typeof importIssueSchema>;

/** One fault, and the number of rows with this fault. Rows that will not be sent for another reason are not counted. */
export const importFaultSchema = importIssueSchema
  .pick({ level: true, column: true })
  .extend({ fault: z.enum(rowFaults), rows: z.number() });

export type ImportFault = z.infer<typeof importFaultSchema>;

/**
 * A record that resembles the row: a customer, a creation that was started in this console, or a different row of the
 * file.
 */
export const importCandidateSchema = z.object({
  kind: z.enum(["customer", "operation", "row"]),
  /** The ID of the customer or of the operation. For a row, its line number. */
  id: z.string(),
  companyName: z.string(),
  email: z.string().optional(),
  created: z.string().optional(),
  deleted: z.boolean().optional(),
  /** What matches. `same`: the name and the email address. `name`: a similar name. `email`: only the email address. */
  match: z.enum(["same", "name", "email"]),
});

export type ImportCandidate = z.infer<typeof importCandidateSchema>;

export const importRowSchema = z.object({
  /** The position of the row in the file, starting at 1. */
  position: z.number(),
  /** The number of the file's line where the row begins. */
  line: z.number(),
  /** The cells of the row, including a person's corrections. Absent after the file has been removed. */
  cells: z.array(z.string()).optional(),
  companyName: z.string().optional(),
  /** True if a person has corrected cells of the row. */
  corrected: z.boolean(),
  state: z.enum(importRowStates),
  issues: z.array(importIssueSchema),
  candidates: z.array(importCandidateSchema),
  decision: z.enum(rowDecisions).optional(),
  /** Why the row is in this state, in the API's words if the API sent a reason. */
  reason: z.string().optional(),
  operationID: z.string().optional(),
  outcome: z.enum(operationOutcomes).optional(),
  outcomeDetail: z.enum(outcomeDetails).optional(),
  customerID: z.string().optional(),
  jobID: z.string().optional(),
  /** ISO 8601 in UTC, like all times in this file. */
  sentAt: z.string().optional(),
  settledAt: z.string().optional(),
});

export type ImportRow = z.infer<typeof importRowSchema>;

/** The customers with which the rows of an import were compared. */
export const comparedWithSchema = z.object({
  /** The number of customers that the check read from the API. */
  read: z.number(),
  /**
   * The number of customers in the store of known customers. `oldestSeenAt`: when the customer with the oldest data was
   * last read.
   */
  recorded: z.number(),
  oldestSeenAt: z.string().optional(),
  /** The number of customers that the API has. Absent if the API has not answered. */
  total: z.number().optional(),
});

export type ComparedWith = z.infer<typeof comparedWithSchema>;

export const importSchema = z.object({
  importID: z.string(),
  environment: environmentSchema,
  state: z.enum(importStates),
  ...runShape,
  fileName: z.string(),
  encoding: z.enum(csvEncodings),
  delimiter: z.enum(csvDelimiters),
  columns: z.array(z.string()),
  /** The number of empty lines in the file. */
  emptyLines: z.number(),
  /**
   * An export adds an apostrophe to some cells. This is the number of cells from which the import removed such an
   * apostrophe.
   */
  unmarked: z.number(),
  mapping: importMappingSchema.optional(),
  /**
   * The number of rows by state. `rows` is the number of all rows. `warnings` counts the rows that have warnings and
   * are not skipped. `skipped` and `undecided` rows are not sent. `waiting` rows were sent and have no result yet.
   * `cancelled` rows were never sent.
   */
  counts: z.object({
    rows: z.number(),
    pending: z.number(),
    errors: z.number(),
    undecided: z.number(),
    skipped: z.number(),
    ready: z.number(),
    waiting: z.number(),
    created: z.number(),
    failed: z.number(),
    unknown: z.number(),
    cancelled: z.number(),
    warnings: z.number(),
  }),
  /**
   * The digest of all content that would be sent. A request to start the import contains the digest that the person
   * saw. Absent before the check.
   */
  digest: z.string().optional(),
  /** Why the rows could not be compared with all customers of the API. */
  incomplete: z.string().optional(),
  /** Absent before the check. */
  comparedWith: comparedWithSchema.optional(),
  /** The first row. Its customer is created alone, before a person starts all other rows. */
  first: importRowSchema.optional(),
  /** When the file and the content of its rows will be removed, or when they were removed. */
  removedAt: z.string(),
  isRemoved: z.boolean(),
});

export type Import = z.infer<typeof importSchema>;

export const importAnswerSchema = z.object({ import: importSchema });

/** The answer of `GET /api/{environment}/imports`, newest first. */
export const importListSchema = z.object({ imports: z.array(importSchema), ...listEnvelope, ...answerAge });

export type ImportList = z.infer<typeof importListSchema>;

/** The proposed mapping of a column. */
const columnSchema = z.object({
  name: z.string(),
  /** Examples of the column's cells. They are different from each other and come from the first rows. */
  samples: z.array(z.string()),
  field: z.enum(importFields).optional(),
  /**
   * The source of the proposal. `name`: the column has the field's name or a known synonym. `similar`: the column has a
   * similar name. `saved`: a saved mapping.
   */
  by: z.enum(["name", "similar", "saved"]).optional(),
});

/** A word of the file for a plan or a term, the number of rows with this word, and its proposed meaning. */
const fileValueSchema = z.object({
  value: z.string(),
  rows: z.number(),
  means: z.string().optional(),
  by: z.enum(["name", "similar", "saved"]).optional(),
});

export const savedMappingSchema = z.object({
  mappingID: z.string(),
  name: z.string(),
  mapping: importMappingSchema,
  /** The e-mail address of the person who saved the mapping, and the current name, if it is known. */
  createdBy: z.string(),
  createdByName: z.string().optional(),
  createdAt: z.string(),
});

export type SavedMapping = z.infer<typeof savedMappingSchema>;

/**
 * The answer of `GET /api/{environment}/imports/{importID}/columns`: the data that a person needs to map the columns.
 */
export const importColumnsSchema = z.object({
  columns: z.array(columnSchema),
  /** The first rows of the file. */
  rows: z.array(z.object({ line: z.number(), cells: z.array(z.string()) })),
  /** The different words of each column. A column with too many different words for plans or terms has no entry. */
  values: z.record(z.string(), z.object({ plan: z.array(fileValueSchema), term: z.array(fileValueSchema) })),
  /** The existing plans and terms that the console knows. */
  plans: z.array(z.string()),
  terms: z.array(z.string()),
  /** The name of the saved mapping that the proposals come from. */
  savedAs: z.string().optional(),
});

export type ImportColumns = z.infer<typeof importColumnsSchema>;

export const importRowsSchema = z.object({
  import: importSchema,
  rows: z.array(importRowSchema),
  /** Set if the next step needs an approval, or if an approval was requested. */
  approval: runApprovalSchema.optional(),
  /** The faults of all rows, errors first. Only while rows can be changed. */
  faults: z.array(importFaultSchema).optional(),
  ...listEnvelope,
});

export type ImportRows = z.infer<typeof importRowsSchema>;

export const savedMappingsSchema = z.object({ mappings: z.array(savedMappingSchema) });

export type SavedMappings = z.infer<typeof savedMappingsSchema>;
