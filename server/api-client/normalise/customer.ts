import type { Contract, Customer } from "#lib/contract/customers/customer.ts";
import type { Environment } from "#lib/contract/environment.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { needed, optional, record, shapes, useful } from "./expected.ts";
import { toInstant } from "./instant.ts";
import type { RowReader } from "./list.ts";
import { memberReaders, reads } from "./member-readers.ts";
import {
  createdNames,
  foldMemberName,
  isRecord,
  type Members,
  membersOf,
  pickMember,
  toCount,
  toFlag,
  toID,
  toRecord,
  toText,
  toWord,
} from "./members.ts";

const { anyText, id, instant, count } = shapes;

/** Members with several possible sources. They are read separately below. */
type FurtherMembers = "customerID" | "deleted" | "deletedAt" | "contract" | "adminUser";

/** Members that the console adds to a customer. */
type AddedMembers = "creation" | "raw";

const own = memberReaders<Omit<Customer, FurtherMembers | AddedMembers>>({
  companyName: reads(toText, useful(anyText, ["name", "company"])),
  usersCount: reads(toCount, useful(count, ["usercount", "users", "numberofusers"])),
  created: reads(toInstant, useful(instant, createdNames)),
});

const idNames = ["customerid", "id", "uuid"];

const deletionTimes = ["deletedat", "deletedon", "deletiondate", "deleted"];
const deletionFlags = ["deleted", "isdeleted"];
const toDeletedAt = (value: unknown) => (toFlag(value) === undefined ? toInstant(value) : undefined);

/** An explicit flag decides. Without a flag, a deletion time or the status decides. */
function deletionOf(members: Members): { deleted: boolean; deletedAt?: string } {
  const deletedAt = pickMember(members, deletionTimes, toDeletedAt);
  const status = pickMember(members, ["status", "state"], toWord);
  const flag = pickMember(members, deletionFlags, toFlag);
  const deleted = flag ?? (deletedAt !== undefined || status === "deleted" || status === "removed");
  return deleted && deletedAt !== undefined ? { deleted, deletedAt } : { deleted };
}

const contract = memberReaders<Contract>({
  term: reads(toText, optional(anyText, ["contractterm"])),
  plan: reads(toText, optional(anyText, ["contractplan"])),
});

/** Reads the contract, either from the member `contract` or from the customer's own members. */
export function contractOf(members: Members): Contract {
  const nested = pickMember(members, ["contract"], toRecord);
  return { ...contract.read(members), ...(nested && contract.read(membersOf(nested))) };
}

/** The contract that the page "API behaviour" expects. */
export const expectedContract = contract.expected;

const adminUser = memberReaders<Customer["adminUser"]>({
  email: reads(toText, optional({ ...anyText, formats: ["email"] }, ["emailaddress", "mail"])),
});
const adminUserNames = ["adminuser", "admin"];
const flatEmailNames = ["adminuser.email", "adminuseremail", "adminemail", ...adminUserNames, "email"];

function adminUserOf(members: Members): Customer["adminUser"] {
  const nested = pickMember(members, adminUserNames, toRecord);
  const inner = nested && adminUser.read(membersOf(nested));
  const email = inner?.email ?? pickMember(members, flatEmailNames, toText);
  return email === undefined ? {} : { email };
}

/**
 * Normalises a customer in any spelling (specification, section 2). Nothing is lost: `raw` has the object as the API
 * sent it. Missing and invalid members are omitted. A missing name becomes empty. Throws `upstream_malformed` for a
 * customer without a usable ID, because it could not be shown, linked or changed. `position` is the customer's position
 * in its list, from 1.
 */
export function normaliseCustomer(record: unknown, environment: Environment, position: number): Customer {
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(
      environment,
      `${describeValue(record)} in place of customer ${position} of the list`,
    );
  }
  const members = membersOf(record);
  // Uses only the first of the ID names that the customer has, even if its value is unusable. A later name may belong
  // to the ID of another object.
  const customerID = toID(pickMember(members, idNames, (value) => value));
  if (customerID === undefined) {
    throw upstreamErrors.malformed(environment, `customer ${position} of the list without a usable customerID`);
  }
  const { companyName = "", ...further } = own.read(members);
  return {
    customerID,
    companyName,
    ...further,
    ...deletionOf(members),
    contract: contractOf(members),
    adminUser: adminUserOf(members),
    raw: record,
  };
}

export const customerRows: RowReader<Customer> = {
  collection: "customers",
  normalise: normaliseCustomer,
  expected: record({
    customerID: needed(id, ["id", "uuid"]),
    ...own.members,
    deletedAt: optional({ ...instant, readable: ["integer", "number", "boolean"] }, ["deletedon", "deletiondate"]),
    contract: { ...useful(contract.expected), flat: [...contract.names.keys()] },
    adminUser: optional(adminUser.expected, ["admin"]),
  }),
};

type ValueOf = (customer: Customer) => unknown;
type Known = ReadonlyMap<string, ValueOf>;

const under = (names: Iterable<string>, value: ValueOf) => Array.from(names, (name) => [name, value] as const);

const contractMembers: Known = new Map(
  [...contract.names].map(([name, member]) => [name, (customer: Customer) => customer.contract[member]]),
);

/**
 * Maps each folded member name to a function. The function returns the value that the console has read from this
 * member.
 */
const knownMembers: Known = new Map([
  ...under(idNames, ({ customerID }) => customerID),
  ...[...own.names].map(([name, member]) => [name, (customer: Customer) => customer[member]] as const),
  ...under([...deletionTimes, ...deletionFlags], ({ deleted, deletedAt }) => deletedAt ?? deleted),
  ...under(flatEmailNames, ({ adminUser: { email } }) => email),
  ...contractMembers,
]);

/** Like `knownMembers`, but for the members of nested objects. */
const knownInside: ReadonlyMap<string, Known> = new Map([
  ["contract", contractMembers],
  ...adminUserNames.map(
    (name) => [name, new Map(under(adminUser.names.keys(), ({ adminUser: { email } }) => email))] as const,
  ),
]);

const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/** True if the console knows the member, and its value is either empty or was read successfully. */
const isRead = (customer: Customer, known: ValueOf | undefined, value: unknown) =>
  known !== undefined && (isNothing(value) || !isNothing(known(customer)));

/**
 * The paths of the known members in a customer's raw data whose values are empty or were read successfully, such as
 * `["usersCount"]` and `["contract", "plan"]`. A page shows all other members separately.
 */
export function knownPaths(customer: Customer): string[][] {
  return Object.entries(customer.raw ?? {}).flatMap(([name, value]) => {
    const inside = knownInside.get(foldMemberName(name));
    const isKnown = isRead(customer, knownMembers.get(foldMemberName(name)), value) || (inside && isNothing(value));
    const inner = inside && isRecord(value) ? Object.entries(value) : [];
    const known = inner.filter(([below, one]) => isRead(customer, inside?.get(foldMemberName(below)), one));
    return [...(isKnown ? [[name]] : []), ...known.map(([below]) => [name, below])];
  });
}
