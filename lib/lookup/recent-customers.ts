import { z } from "zod";
import type { Environment } from "../contract/environment.ts";

/** A customer that somebody has opened: enough to offer it again. */
export interface RecentCustomer {
  customerID: string;
  companyName: string;
}

const mostRemembered = 10;

const prefix = "switchboard.recent-customers.";

const rememberedSchema = z.array(z.object({ customerID: z.string(), companyName: z.string() }));

/** One list for each person and environment: nothing of one gets into the other. */
const keyOf = (staffID: string, environment: Environment) => `${prefix}${environment}.${staffID}`;

/** This browser's memory; a browser that has none, or whose memory is full, simply remembers nobody. */
function withStorage<Value>(use: (storage: Storage) => Value): Value | undefined {
  try {
    return use(window.localStorage);
  } catch {
    return undefined;
  }
}

/** The customers that this person opened last in this browser, the last one first. */
export function recentCustomers(staffID: string, environment: Environment): RecentCustomer[] {
  const parsed = withStorage((storage) =>
    rememberedSchema.safeParse(JSON.parse(storage.getItem(keyOf(staffID, environment)) ?? "[]")),
  );
  return parsed?.success ? parsed.data.slice(0, mostRemembered) : [];
}

/** Remembers that this person has opened a customer, under the name that it has now. */
export function rememberCustomer(staffID: string, environment: Environment, customer: RecentCustomer): void {
  const { customerID, companyName } = customer;
  const others = recentCustomers(staffID, environment).filter((other) => other.customerID !== customerID);
  const remembered = [{ customerID, companyName }, ...others].slice(0, mostRemembered);
  withStorage((storage) => storage.setItem(keyOf(staffID, environment), JSON.stringify(remembered)));
}

/** Forgets everybody's customers in this browser: for signing out. */
export function forgetCustomers(): void {
  withStorage((storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  });
}
