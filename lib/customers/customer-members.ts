import type { Customer } from "#lib/contract/customers/customer.ts";

/** `customerID`, `customer_id` and `Customer-Id` are one name. */
const folded = (name: string) => name.toLowerCase().replace(/[_-]/g, "");

type Known = Readonly<Record<string, (customer: Customer) => unknown>>;

const contractMembers: Known = {
  term: ({ contract }) => contract.term,
  plan: ({ contract }) => contract.plan,
};

/** What the console makes of a member, by its name: the spellings that `server/api-client/normalise` understands. */
const members: Known = {
  ...Object.fromEntries(["customerid", "id", "uuid"].map((name) => [name, (it: Customer) => it.customerID])),
  ...Object.fromEntries(["companyname", "name", "company"].map((name) => [name, (it: Customer) => it.companyName])),
  ...Object.fromEntries(
    ["userscount", "usercount", "users", "numberofusers"].map((name) => [name, (it: Customer) => it.usersCount]),
  ),
  ...Object.fromEntries(
    ["created", "createdat", "createdon", "creationdate", "creationtime"].map((name) => [
      name,
      (it: Customer) => it.created,
    ]),
  ),
  ...Object.fromEntries(
    ["deletedat", "deletedon", "deletiondate", "deleted", "isdeleted"].map((name) => [
      name,
      (it: Customer) => it.deletedAt ?? it.deleted,
    ]),
  ),
  ...Object.fromEntries(
    ["adminuser", "admin", "adminemail", "adminuseremail", "adminuser.email", "email"].map((name) => [
      name,
      (it: Customer) => it.adminUser.email,
    ]),
  ),
  ...contractMembers,
  contractterm: ({ contract }) => contract.term,
  contractplan: ({ contract }) => contract.plan,
};

const adminMembers: Known = Object.fromEntries(
  ["email", "emailaddress", "mail"].map((name) => [name, ({ adminUser }: Customer) => adminUser.email]),
);

/** What is understood inside of a member. */
const nested: Readonly<Record<string, Known>> = {
  contract: { ...contractMembers, contractterm: contractMembers.term, contractplan: contractMembers.plan } as Known,
  adminuser: adminMembers,
  admin: adminMembers,
};

/** Nothing to show under a name that the console knows is nothing unknown. */
const isNothing = (value: unknown) =>
  value === undefined ||
  value === null ||
  value === "" ||
  (typeof value === "object" && Object.keys(value).length === 0);

/**
 * Whether the customer's page shows, in its own words, what the API sent at this path (`["contract",
 * "plan"]`). False for what the console does not know, and for what it knows by name but could not read.
 */
export function isKnownMember(customer: Customer, path: readonly string[], value: unknown): boolean {
  const [first = "", second] = path.map(folded);
  const inner = Object.hasOwn(nested, first) ? nested[first] : undefined;
  const known = second === undefined ? members : path.length === 2 ? inner : undefined;
  const name = second ?? first;
  if (isNothing(value) && second === undefined && inner !== undefined) return true;
  if (known === undefined || !Object.hasOwn(known, name)) return false;
  return isNothing(value) || !isNothing(known[name]?.(customer));
}
