import type { Environment } from "#lib/contract/environment.ts";
import { type AnswerShape, hasShape } from "#lib/requests/answer-shape.ts";
import { storedItem } from "./stored-items.ts";

/** A recently opened customer: the data that a list of recent customers shows. */
export interface RecentCustomer {
  customerID: string;
  companyName: string;
}

const maxRemembered = 10;

const shape: AnswerShape<RecentCustomer> = { customerID: "string", companyName: "string" };

/** The customers that this person opened recently in this browser, the latest first. */
export function recentCustomers(staffID: string, environment: Environment): RecentCustomer[] {
  try {
    const kept: unknown = JSON.parse(storedItem("recent-customers", staffID, environment).read() ?? "[]");
    if (!Array.isArray(kept)) return [];
    return kept.filter((customer) => hasShape(customer, shape)).slice(0, maxRemembered);
  } catch {
    return [];
  }
}

/** Records that this person opened a customer, with its current name. */
export function rememberCustomer(staffID: string, environment: Environment, customer: RecentCustomer): void {
  const { customerID, companyName } = customer;
  const others = recentCustomers(staffID, environment).filter((other) => other.customerID !== customerID);
  const remembered = [{ customerID, companyName }, ...others].slice(0, maxRemembered);
  storedItem("recent-customers", staffID, environment).write(JSON.stringify(remembered));
}
