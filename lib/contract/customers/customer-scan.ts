import { z } from "zod";
import { invalidWindow } from "#lib/contract/dates.ts";
import { wholeNumber } from "#lib/contract/list.ts";
import { isValidWindow } from "#lib/contract/values/calendar.ts";
import { parseUsersRange } from "#lib/contract/values/customers/users-range.ts";
import { type Customer, customerSchema } from "./customer.ts";
import { maxWalkPages } from "./customer-find.ts";
import { customerFilters } from "./customer-list.ts";

const contractWord = z
  .string()
  .trim()
  .min(1, { error: "must not be empty" })
  .max(100, { error: "must be 100 characters or less" })
  .optional();

/** The filters that the API does not support. To apply them, the console reads and compares every customer. */
export const scanFilters = {
  /** Compared with the API's value and with the displayed name. Letter case and punctuation are ignored. */
  plan: contractWord,
  term: contractWord,
  /** `10`, `10..`, `..50` or `10..50`. A customer without a number of users does not match. */
  users: z
    .string()
    .transform((word, context) => {
      const range = parseUsersRange(word);
      if (range) return range;
      context.addIssue({ code: "custom", message: "must be a number or a range such as 10..50" });
      return z.NEVER;
    })
    .optional(),
};

export type ScanFilters = { [Name in keyof typeof scanFilters]?: z.output<(typeof scanFilters)[Name]> };

/** The query of `GET /api/{environment}/customers/scan`, as text from a URL. */
export const customerScanQuerySchema = z
  .strictObject({
    ...scanFilters,
    ...customerFilters,
    /**
     * Continues after this many customers. `after` is the ID of the last of them. The last line of the previous scan
     * contains the two values.
     */
    from: wholeNumber(1, Number.MAX_SAFE_INTEGER).optional(),
    after: z.string().min(1).max(200).optional(),
    /** The maximum number of list pages to read. Each page has 100 customers. */
    pages: wholeNumber(1, maxWalkPages).default(maxWalkPages),
  })
  .refine(isValidWindow, invalidWindow)
  .refine(({ plan, term, users }) => plan !== undefined || term !== undefined || users !== undefined, {
    error: "needs a plan, a term or a number of users",
  })
  .refine(({ from, after }) => (from === undefined) === (after === undefined), {
    error: "from and after belong together",
  });

export type CustomerScanQuery = z.output<typeof customerScanQuerySchema>;

/** Why a scan has ended: it has checked the whole list, it has reached its limit, or the API has failed. */
export const scanEnds = ["complete", "limit", "failed"] as const;

/** A line in the answer of `GET /api/{environment}/customers/scan`: one page of the list was checked. */
export const scanProgressSchema = z.object({
  /** The customers of the page that match, newest first. */
  customers: z.array(customerSchema),
  /** The number of customers that were checked, starting with the newest. */
  checked: z.number(),
  /** The number of customers in the list, according to the API. */
  total: z.number(),
  /** The ID of the last customer that was checked, and its creation time if the API provides it. */
  after: z.string().optional(),
  createdUntil: z.string().optional(),
  asOf: z.string(),
});

/** The last line of the answer. An answer without this line is incomplete. */
export const scanEndSchema = z.object({
  end: z.enum(scanEnds),
  /** True if customers were added or removed while the list was read. A match may then be missing. */
  drifted: z.boolean(),
  /** Why the scan failed. */
  problem: z.object({ code: z.string(), detail: z.string(), requestID: z.string() }).loose().optional(),
});

export type ScanProgress = Omit<z.infer<typeof scanProgressSchema>, "customers"> & { customers: Customer[] };
export type ScanEnd = z.infer<typeof scanEndSchema>;
