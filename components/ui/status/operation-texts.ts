import type { Operation, OperationKindName } from "#lib/contract/operations/operation.ts";
import { isKnownKind } from "#lib/contract/values/operations/operation-states.ts";
import { contractValueName } from "#lib/format/contract-value-name.ts";

const kindNames: Readonly<Record<OperationKindName, string>> = {
  "create-customer": "Create customer",
  "change-contract": "Change contract",
};

/** The name of a kind of operation; an unknown kind is shown as recorded. */
export const operationKindName = (kind: string): string => (isKnownKind(kind) ? kindNames[kind] : kind);

const texts = {
  create: (company: string) => `Create ${company}`,
  createSome: "Create a customer",
  changePlan: (plan: string, company?: string) =>
    `Change plan${company === undefined ? "" : ` of ${company}`} to ${plan}`,
  changeTerm: (term: string, company?: string) =>
    `Change term${company === undefined ? "" : ` of ${company}`} to ${term}`,
  changeContractOf: (company: string) => `Change contract of ${company}`,
} as const;

const maxLength = 120;

const textOf = (value: unknown) =>
  typeof value === "string" && value.trim() !== "" ? value.trim().slice(0, maxLength) : undefined;

type Titled = Pick<Operation, "kind" | "request" | "companyName">;

/** The name of the operation's customer: as recorded, or for a creation as typed. */
export const companyOf = ({ companyName, request }: Titled) => textOf(companyName) ?? textOf(request.companyName);

/** The action of a write, in a list that names the customer beside it: `Create customer`, `Change plan to Professional`. */
export function operationAction({ kind, request }: Titled): string {
  if (kind !== "change-contract") return operationKindName(kind);
  const plan = textOf(request.plan);
  if (plan !== undefined) return texts.changePlan(contractValueName("plan", plan));
  const term = textOf(request.term);
  return term === undefined ? operationKindName(kind) : texts.changeTerm(contractValueName("term", term));
}

/**
 * The title of an operation: `Create Ahorn & Söhne`, `Change plan of Ahorn & Söhne to Professional`. An unknown kind is
 * shown by its name.
 */
export function operationTitle(operation: Titled): string {
  const { kind, request } = operation;
  const company = companyOf(operation);
  if (kind === "create-customer") return company === undefined ? texts.createSome : texts.create(company);
  if (kind !== "change-contract" || company === undefined) return operationAction(operation);
  const plan = textOf(request.plan);
  if (plan !== undefined) return texts.changePlan(contractValueName("plan", plan), company);
  const term = textOf(request.term);
  return term === undefined
    ? texts.changeContractOf(company)
    : texts.changeTerm(contractValueName("term", term), company);
}
