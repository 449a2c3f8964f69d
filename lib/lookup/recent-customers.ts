import { z } from "zod";
import { keptItem } from "../browser-storage/kept-items.ts";
import type { Environment } from "../contract/environment.ts";

/** A customer that somebody has opened: enough to offer it again. */
export interface RecentCustomer {
  customerID: string;
  companyName: string;
}

const maxRemembered = 10;

const rememberedSchema = z.array(z.object({ customerID: z.string(), companyName: z.string() }));

/** The customers that this person opened last in this browser, the last one first. */
export function recentCustomers(staffID: string, environment: Environment): RecentCustomer[] {
  try {
    const kept: unknown = JSON.parse(keptItem("recent-customers", staffID, environment).read() ?? "[]");
    return rememberedSchema.parse(kept).slice(0, maxRemembered);
  } catch {
    return [];
  }
}

/** Remembers that this person has opened a customer, under the name that it has now. */
export function rememberCustomer(staffID: string, environment: Environment, customer: RecentCustomer): void {
  const { customerID, companyName } = customer;
  const others = recentCustomers(staffID, environment).filter((other) => other.customerID !== customerID);
  const remembered = [{ customerID, companyName }, ...others].slice(0, maxRemembered);
  keptItem("recent-customers", staffID, environment).write(JSON.stringify(remembered));
}
