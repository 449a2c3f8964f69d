import type { ContractValues } from "#lib/contract/customers/contract-values.ts";
import type { ImportIssue, ImportMapping } from "#lib/contract/operations/imports.ts";
import { creationProblems, emailDoubt } from "#lib/contract/values/customers/creation-rules.ts";
import { isHardwareOnly } from "#lib/contract/values/customers/hardware-only-plans.ts";
import type { ImportField, RowFault } from "#lib/contract/values/operations/import-states.ts";
import { knownContractValue } from "#lib/format/contract-value-name.ts";
import { placeText } from "#server/bff/core/csv/csv-problem.ts";
import type { StoredImportRow } from "#server/bff/store/imports/import-rows.ts";

/** The creation request of a row, and the problems found in the row. */
export interface MappedRow {
  request: Record<string, unknown>;
  companyName: string;
  reference: string | null;
  issues: ImportIssue[];
}

/** The rules that a row is checked against. */
export interface RowRules {
  columns: readonly string[];
  mapping: ImportMapping;
  known: ContractValues;
}

const maxReferenceLength = 200;

const control = /\p{Cc}/u;

/** Invisible characters that change how a text is displayed, and the replacement character for unreadable bytes. */
const invisible = /[\u202a-\u202e\u2066-\u2069\u200b\u2060\ufeff\ufffd]/u;

/** The column of a field. Undefined if the field has one value for all rows or is not used. */
function columnOf(field: ImportField, { columns, mapping }: RowRules): string | undefined {
  return columns.find((name) => mapping.columns[name] === field);
}

/** Converts the cells of a row to a creation request, and checks the request by the rules of the creation form. */
export function mapRow({ cells, problems, corrected }: StoredImportRow, rules: RowRules): MappedRow {
  const { columns, mapping, known } = rules;
  const issues: ImportIssue[] = [];
  const add = (level: ImportIssue["level"], fault: RowFault, column: string | undefined, message: string) =>
    issues.push({ level, fault, ...(column !== undefined && { column }), message });
  const cellOf = (field: ImportField) => {
    const column = columnOf(field, rules);
    return column === undefined ? "" : (cells?.[columns.indexOf(column)] ?? "").trim();
  };
  for (const { message, ...place } of problems)
    add("error", "unreadable", place.name, `${placeText(place)}: ${message}`);
  for (const [index, name] of columns.entries()) {
    const field = mapping.columns[name] ?? "ignore";
    const cell = cells?.[index] ?? "";
    if (field === "ignore") continue;
    // Only corrected cells are checked. The original cells were checked when the file was read.
    if (corrected && control.test(cell))
      add("error", "unreadable", name, "The cell has a line break or a control character.");
    if (invisible.test(cell))
      add("warning", "invisible", name, "The cell has characters that are not seen or that replaced others.");
  }
  const request: Record<string, unknown> = { companyName: cellOf("companyName") };
  for (const member of ["plan", "term"] as const) {
    const { value, issue } = contractValueOf(member, cellOf(member), rules);
    request[member] = value;
    if (issue) add(issue.level, issue.fault, columnOf(member, rules), issue.message);
  }
  const users = cellOf("usersCount");
  if (users !== "") request.usersCount = /^\d{1,9}$/.test(users) ? Number(users) : Number.NaN;
  const email = cellOf("adminUser.email");
  if (email !== "") request.adminUser = { email };
  for (const [index, name] of columns.entries()) {
    const cell = (cells?.[index] ?? "").trim();
    if (mapping.columns[name] === "other" && cell !== "") request[name] = cell;
  }
  for (const { member, message } of creationProblems(request)) {
    const isEmpty = member in labels && cellOf(member as ImportField) === "";
    // Skips this problem, because `contractValueOf` has already reported it.
    if ((member === "plan" || member === "term") && !isEmpty && request[member] === "") continue;
    const problem = isEmpty ? "is missing" : message;
    const column = columnOf(member as ImportField, rules);
    add("error", isEmpty ? "missing" : "invalid", column, `${labels[member] ?? "The row"} ${problem}.`);
  }
  const doubt = emailDoubt(email);
  if (doubt !== undefined) add("warning", "doubtful-email", columnOf("adminUser.email", rules), doubt);
  const plan = String(request.plan);
  if (email === "" && plan !== "" && !isHardwareOnly(plan, known)) {
    const message = "The administrator's e-mail is missing, which every plan needs that is not hardware-only.";
    const level = known.hardwareOnlyConfigured ? "error" : "warning";
    add(level, "missing", columnOf("adminUser.email", rules), message);
  }
  const reference = cellOf("reference");
  if (reference.length > maxReferenceLength) {
    add(
      "error",
      "invalid",
      columnOf("reference", rules),
      `The reference must be ${maxReferenceLength} characters or less.`,
    );
  }
  const companyName = String(request.companyName);
  return { request, companyName, reference: reference === "" ? null : reference.slice(0, maxReferenceLength), issues };
}

const labels: Readonly<Record<string, string>> = {
  companyName: "The company's name",
  plan: "The plan",
  term: "The term",
  usersCount: "The number of users",
  "adminUser.email": "The administrator's e-mail",
};

/** The plan or the term of a row, and the problems found in its cell. */
function contractValueOf(
  member: "plan" | "term",
  word: string,
  { mapping, known }: RowRules,
): { value: string; issue?: Pick<ImportIssue, "level" | "message"> & { fault: RowFault } } {
  const fixed = mapping.fixed[member];
  if (fixed === undefined && word === "") return { value: "" };
  const offered = member === "plan" ? known.plans : known.terms;
  if (fixed === undefined && offered.includes(word)) return { value: word };
  const chosen = fixed ?? (Object.hasOwn(mapping.values[member], word) ? mapping.values[member][word] : undefined);
  const meant = chosen === undefined ? undefined : knownContractValue(member, chosen, offered);
  if (meant === undefined) {
    return {
      value: "",
      issue: {
        level: "error",
        fault: "unknown-value",
        message: `This word is not known as a ${member}, and no ${member} is chosen for it.`,
      },
    };
  }
  if (offered.includes(meant)) return { value: meant };
  const message = `No customer is known to have this ${member}.`;
  return { value: meant, issue: { level: "warning", fault: "new-value", message } };
}
