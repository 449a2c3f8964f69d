import { z } from "zod";
import { contractSchema } from "#lib/contract/customers/customer.ts";
import type { ProposalKind } from "#lib/contract/values/operations/proposal-states.ts";
import { chosenTimeSchema } from "./planned-time.ts";

/** The new value of one member of a contract. */
const valueSchema = z.union([z.object({ plan: z.string() }), z.object({ term: z.string() })]);

/** The customer, with its name when the proposal was made. The name is empty if the API sent none. */
const customer = { customerID: z.string(), companyName: z.string() };

/** The contract that was read when the proposal was made. */
const expected = contractSchema;

/** The customers of a bulk change. */
const customers = z.array(
  z.object({
    ...customer,
    /** The contract that was read when the proposal was made. */
    expected: contractSchema,
  }),
);

/**
 * What a proposal of each kind would do. The digest of a proposal covers exactly these members, and only they are
 * carried out.
 */
export const proposalContents = {
  change: z.object({ ...customer, change: valueSchema, expected }),
  planned: z.object({
    ...customer,
    change: valueSchema,
    // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
    then: valueSchema.optional(),
    at: chosenTimeSchema,
    until: chosenTimeSchema.optional(),
    expected,
  }),
  bulk: z.object({ change: valueSchema, customers }),
  creation: z.object({
    creation: z.object({
      companyName: z.string(),
      plan: z.string(),
      term: z.string(),
      usersCount: z.number().optional(),
      adminUser: z.object({ email: z.string() }).optional(),
    }),
  }),
  note: z.object({ ...customer, text: z.string() }),
} as const satisfies Record<ProposalKind, z.ZodObject>;

type Contents = { [Kind in ProposalKind]: { kind: Kind } & z.infer<(typeof proposalContents)[Kind]> };

/** What a proposal of one kind would do. */
export type ContentOf<Kind extends ProposalKind> = Contents[Kind];

/** What a proposal would do. It is stored once and never changes. */
export type ProposalContent = ContentOf<ProposalKind>;

/** The members of all contents. A proposal has those of its kind. */
export const proposalMembers = z.object({
  /** The customer. Absent for a bulk change and for a new customer. */
  customerID: customer.customerID.optional(),
  /** The customer's name when the proposal was made. Empty if the API sent none. */
  companyName: customer.companyName.optional(),
  /** For a change, a planned change and a bulk change: the new value. */
  change: valueSchema.optional(),
  /** For a planned change: the other member of the contract, which is changed afterwards. */
  // biome-ignore lint/suspicious/noThenProperty: the contract names this member `then`, and it is never a function
  then: valueSchema.optional(),
  /** For a planned change: when it is applied. */
  at: chosenTimeSchema.optional(),
  /** For a temporary planned change: when it ends. */
  until: chosenTimeSchema.optional(),
  /** For a change and a planned change: the contract that was read when the proposal was made. */
  expected: expected.optional(),
  /** For a bulk change: its customers, each with the contract that was read when the proposal was made. */
  customers: customers.optional(),
  /** For a new customer: its values. */
  creation: proposalContents.creation.shape.creation.optional(),
  /** For a note: its text. */
  text: z.string().optional(),
}).shape;

/** Reads a stored content. Throws if its kind or its members are not known. */
export function parseProposalContent(kind: ProposalKind, content: unknown): ProposalContent {
  return { kind, ...proposalContents[kind].parse(content) } as ProposalContent;
}

/** The customers that a proposal names. */
export function customersOfContent(content: ProposalContent): readonly { customerID: string; companyName: string }[] {
  if (content.kind === "bulk") return content.customers;
  return content.kind === "creation" ? [] : [content];
}
