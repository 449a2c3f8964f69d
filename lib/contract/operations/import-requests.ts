import { z } from "zod";
import { pageQuery, wordList } from "#lib/contract/list.ts";
import {
  importRowStates,
  issueLevels,
  rowDecisions,
  rowFaults,
} from "#lib/contract/values/operations/import-states.ts";
import { csvQuery } from "./csv-file.ts";
import { cellSchema, importMappingSchema } from "./imports.ts";
import { optionalTicketSchema, writeReasonSchema } from "./write-reference.ts";

const maxNameLength = 80;

/** The query of `GET /api/{environment}/imports`, as text from a URL. */
export const importListQuerySchema = z.strictObject({
  ...pageQuery,
  /** True to list only imports that the sender uploaded. */
  mine: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((given) => given === "true")
    .default(false),
});

export type ImportListQuery = z.output<typeof importListQuerySchema>;

/** The query of `POST /api/{environment}/imports`, whose body is the file. */
export const uploadImportQuerySchema = z.strictObject({
  ...csvQuery,
  ticket: optionalTicketSchema,
  reason: writeReasonSchema,
});

export type UploadImportQuery = z.output<typeof uploadImportQuerySchema>;

/**
 * The body of `…/map`: either new settings for reading the file, or a mapping that contains every column of the file.
 */
export const mapImportSchema = z
  .strictObject({
    encoding: csvQuery.encoding.unwrap().optional(),
    delimiter: csvQuery.delimiter,
    columns: importMappingSchema.shape.columns.optional(),
    values: importMappingSchema.shape.values.optional(),
    fixed: importMappingSchema.shape.fixed.optional(),
    /** Saves the mapping under this name for later files. */
    saveAs: z
      .string()
      .trim()
      .max(maxNameLength, { error: `must be ${maxNameLength} characters or less` })
      .transform((name) => name || undefined)
      .optional(),
  })
  .refine(
    ({ encoding, delimiter, columns }) =>
      (columns === undefined) !== (encoding === undefined && delimiter === undefined),
    { error: "must have either columns, or an encoding or a delimiter to read the file again with" },
  );

export type MapImport = z.output<typeof mapImportSchema>;

/** The query of `GET /api/{environment}/imports/{importID}/rows`. */
export const importRowsQuerySchema = z.strictObject({
  ...pageQuery,
  /** One or more states of the rows, separated by commas. */
  state: wordList(importRowStates).optional(),
  /**
   * True to list only rows that have warnings and are not skipped. With `state`, lists the rows in these states, and
   * also the rows that have warnings.
   */
  warnings: z
    .enum(["true", "false"], { error: "must be true or false" })
    .transform((given) => given === "true")
    .optional(),
});

export type ImportRowsQuery = z.output<typeof importRowsQuerySchema>;

const maxChangedRows = 200;

/**
 * The body of `POST …/rows`: corrected cells, by column name, and decisions about rows that resemble a customer or
 * another row.
 */
export const changeImportRowsSchema = z
  .strictObject({
    rows: z
      .array(
        z.strictObject({
          position: z.int().min(1),
          cells: z.record(cellSchema, cellSchema).optional(),
          /** Null removes the decision. */
          decision: z.enum(rowDecisions).nullable().optional(),
        }),
      )
      .max(maxChangedRows, { error: `must be ${maxChangedRows} rows or fewer` })
      .default([]),
    /** True to skip every row that still needs a decision. */
    skipUndecided: z.boolean().default(false),
    /** One decision for all rows with the same fault: skip the rows, or set one cell of each row to the same value. */
    ofFault: z
      .strictObject({
        level: z.enum(issueLevels),
        fault: z.enum(rowFaults),
        column: cellSchema.optional(),
        /**
         * The number of rows that the person saw. If a different number of rows now has the fault, nothing is changed.
         */
        rows: z.int().min(1),
        leaveOut: z.literal(true).optional(),
        set: cellSchema.optional(),
      })
      .refine(({ leaveOut, set }) => (leaveOut === undefined) !== (set === undefined), {
        error: "must have either leaveOut or set",
      })
      .optional(),
  })
  .refine(({ rows, skipUndecided, ofFault }) => rows.length > 0 || skipUndecided || ofFault !== undefined, {
    error: "must name at least one row",
  });

export type ChangeImportRows = z.output<typeof changeImportRowsSchema>;

/** The body of `…/start`. The request creates only the customer of the first row. */
export const startImportSchema = z.strictObject({
  /** The digest that the person saw. If the import's digest has changed since then, nothing is sent. */
  digest: z.string({ error: "must be the import's digest" }).max(100),
  /** True to confirm that the person has read the warnings. */
  acceptWarnings: z.boolean().default(false),
  /** The position of the row to create first. This row must be ready. */
  first: z.int().min(1).optional(),
});

export type StartImport = z.output<typeof startImportSchema>;

/**
 * The query of `…/receipts`. With `failed`, the file contains only the rows that certainly created nothing. This file
 * can be imported again.
 */
export const importResultsQuerySchema = z.strictObject({
  only: z.enum(["failed"], { error: "must be failed, or left out" }).optional(),
});
