import type { Customer } from "#lib/contract/customers/customer.ts";
import type { HistoryMember } from "#lib/contract/values/customers/history-members.ts";

/** Returns the value of a member in the history. Undefined: unknown. */
export function shownMember(customer: Customer, member: HistoryMember): string | number | boolean | undefined {
  switch (member) {
    case "plan":
    case "term":
      return customer.contract[member];
    case "email":
      return customer.adminUser.email;
    default:
      return customer[member];
  }
}
