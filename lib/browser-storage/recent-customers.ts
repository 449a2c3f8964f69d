import type { Environment } from "#lib/contract/environment.ts";
import { type AnswerShape, hasShape } from "#lib/requests/answer-shape.ts";
import { storedItem } from "./stored-items.ts";

/** A customer that somebody has opened: enough to offer it again. */
export interface RecentCustomer {
  customerID: string;
  companyName: string;
}

const maxRemembered = 10;

const shape: AnswerShape<RecentCustomer> = { customerID: "string", companyName: "string" };

/** The customers that this person opened last in this browser, the last one first. */
export function recentCustomers(staffID: string, environment: Environment): RecentCustomer[] {
  try {
    const kept: unknown = JSON.parse(storedItem("recent-customers", staffID, environment).read() ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((customer) => hasShape(customer, shape)).slice(0, maxRemembered);
  } catch {
    return [];
  }
}

/** Remembers that this person has opened a customer, under the name that it has now. */
export function rememberCustomer(staffID: string, environment: Environment, customer: RecentCustomer): void {
  const { customerID, companyName } = customer;
  const others = recentCustomers(staffID, environment).filter((other) => other.customerID !== customerID);
  const remembered = [{ customerID, companyName }, ...others].slice(0, maxRemembered);
  storedItem("recent-customers", staffID, environment).write(JSON.stringify(remembered));
}
