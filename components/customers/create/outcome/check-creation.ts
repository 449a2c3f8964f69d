import { jsonProblemText, checkTexts as texts } from "#components/customers/create/texts.ts";
import type { CreationValues } from "#lib/browser-storage/creation-draft.ts";
import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { Customer } from "#lib/contract/customers/customer.ts";
import type { CreateCustomer } from "#lib/contract/operations/operation-requests.ts";
import { creationProblems } from "#lib/contract/values/customers/creation-rules.ts";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import { findJsonProblem } from "#lib/json-problem.ts";

/** The fields of the form, in the order of the page. */
export const creationFields = ["companyName", "plan", "term", "email", "usersCount", "further"] as const;

export type CreationField = (typeof creationFields)[number];

export interface CreationError {
  /**
   * The field that the error concerns. Absent if the error concerns the whole form. `knowingly` is the checkbox that
   * confirms a possible second customer.
   */
  field?: CreationField | "knowingly";
  message: string;
}

export type CreationCheck = { body: CreateCustomer; errors: readonly [] } | { body?: never; errors: CreationError[] };

/** The values that decide which plans are hardware-only. */
export type PlanRule = Pick<ContractValues, "hardwareOnlyPlans" | "hardwareOnlyConfigured">;

const maxBytes = 60 * 1024;

/** The members that must not be in the block of additional members, because they have their own fields. */
const ownMembers: readonly string[] = ["companyName", "plan", "term", "usersCount", "console"];

type Members = Record<string, unknown>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Parses the block of additional members, or returns the reason why it is invalid. */
function readFurther(text: string): { members: Members } | { message: string } {
  if (text.trim() === "") return { members: {} };
  const problem = findJsonProblem(text);
  if (problem) return { message: jsonProblemText(problem) };
  const members: unknown = JSON.parse(text);
  if (!isMembers(members)) return { message: texts.noObject };
  const taken = ownMembers.find((name) => Object.hasOwn(members, name));
  if (taken !== undefined) return { message: texts.takenMember(taken) };
  if (!Object.hasOwn(members, "adminUser")) return { members };
  const { adminUser } = members;
  if (!isMembers(adminUser)) return { message: texts.adminUserNoObject };
  return Object.hasOwn(adminUser, "email") ? { message: texts.takenMember("adminUser.email") } : { members };
}

function bodyOf(values: CreationValues, { adminUser, ...members }: Members): Members {
  const email = values.email.trim();
  const usersCount = values.usersCount.trim();
  const user = { ...(isMembers(adminUser) ? adminUser : {}), ...(email !== "" && { email }) };
  return {
    companyName: values.companyName.trim(),
    plan: values.plan.trim(),
    term: values.term.trim(),
    ...(usersCount !== "" && { usersCount: Number(usersCount) }),
    ...((Object.keys(user).length > 0 || adminUser !== undefined) && { adminUser: user }),
    ...members,
  };
}

/** The form field that shows a message about a member of the request body. */
export function fieldOfMember(member: string | undefined): CreationField | undefined {
  if (member === undefined) return undefined;
  if (member === "adminUser" || member === "adminUser.email") return "email";
  return creationFields.find((field) => field === member);
}

/**
 * Checks the input against the rules that the console knows, and builds the body of the request. Only the API knows for
 * certain which plans need no administrator. So the value `withoutEmail`, a checkbox of the form, allows an empty
 * address for every plan.
 */
export function checkCreation(values: CreationValues, rule: PlanRule): CreationCheck {
  const errors: CreationError[] = [];
  const refuse = (field: CreationField, message: string) => errors.push({ field, message });
  if (values.companyName.trim() === "") refuse("companyName", texts.companyName);
  if (values.plan.trim() === "") refuse("plan", texts.plan);
  const needsEmail = values.plan.trim() !== "" && !isHardwareOnly(values.plan, rule) && !values.withoutEmail;
  if (values.email.trim() === "" && needsEmail) refuse("email", texts.email(values.plan.trim()));
  if (values.term.trim() === "") refuse("term", texts.term);
  const users = values.usersCount.trim();
  if (users !== "" && !/^\d{1,9}$/.test(users)) refuse("usersCount", texts.usersCount);
  const further = readFurther(values.further);
  const isReadable = "members" in further;
  if (!isReadable) refuse("further", further.message);
  // Also checks the remaining fields, so that the person sees all errors at once.
  const body = bodyOf(values, isReadable ? further.members : {});
  for (const { member, message } of creationProblems(body)) {
    const field = fieldOfMember(member) ?? "further";
    if (!errors.some((error) => error.field === field)) refuse(field, texts.schema[field]?.(message) ?? message);
  }
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length;
  if (isReadable && bytes > maxBytes) refuse("further", texts.tooLarge);
  if (errors.length > 0) {
    return { errors: errors.sort((a, b) => placeOf(a) - placeOf(b)) };
  }
  return { body: body as CreateCustomer, errors: [] };
}

const order: readonly unknown[] = creationFields;
const placeOf = ({ field }: CreationError) => order.indexOf(field);

const textOf = (value: unknown) => (typeof value === "string" || typeof value === "number" ? String(value) : "");

/** Restores the form's values from a stored request. */
export function valuesOfRequest(request: Readonly<Record<string, unknown>>): CreationValues {
  const { companyName, plan, term, usersCount, adminUser, ...members } = request;
  const { email, ...ofUser } = isMembers(adminUser) ? adminUser : {};
  const hasMore = isMembers(adminUser) && (email === undefined || Object.keys(ofUser).length > 0);
  const further = { ...members, ...(hasMore && { adminUser: ofUser }) };
  return {
    companyName: textOf(companyName),
    plan: textOf(plan),
    term: textOf(term),
    usersCount: textOf(usersCount),
    email: textOf(email),
    further: Object.keys(further).length === 0 ? "" : JSON.stringify(further, null, 2),
    withoutEmail: textOf(email) === "",
  };
}

/** The form's values from a customer's record. Members that the record does not have stay empty. */
export function valuesOfCustomer({ companyName, contract, usersCount, adminUser }: Customer): CreationValues {
  const isNamed = adminUser.email !== undefined;
  return valuesOfRequest({ companyName, ...contract, usersCount, ...(isNamed && { adminUser }) });
}
