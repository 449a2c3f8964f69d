import type { Customer } from "#lib/contract/customers/customer.ts";
import { startOfUtcDay } from "#lib/contract/values/calendar.ts";
import { notKnownWord } from "#lib/contract/values/customers/known-filters.ts";
import { dayMs } from "#lib/contract/values/time-units.ts";
import { isSameContractValue } from "#lib/format/contract-value-name.ts";
import { earliestDate } from "#lib/url-state/window.ts";
import { folded } from "#server/bff/known/names/fold.ts";
import type { KnownListFilters } from "./list-known.ts";

/**
 * True if an API answer about the customer matches the filters. Only filters that such an answer can decide are
 * applied. Tags, pins, the age of the data and changes outside Switchboard are known only to the console.
 */
export function matchesKnown(customer: Customer, filters: KnownListFilters): boolean {
  const { contract, usersCount, deleted, companyName, adminUser, customerID } = customer;
  const { plan, term, usersFrom, usersTo, searchTerm, state, includeDeleted } = filters;
  if (!isOneOf("plan", contract.plan, plan) || !isOneOf("term", contract.term, term)) return false;
  if (usersFrom !== undefined || usersTo !== undefined) {
    if (usersCount === undefined) return false;
    if (usersCount < (usersFrom ?? 0) || usersCount > (usersTo ?? Number.POSITIVE_INFINITY)) return false;
  }
  if (state ? !state.includes(deleted ? "deleted" : "active") : deleted && !includeDeleted) return false;
  const texts = [companyName, adminUser.email ?? "", customerID];
  if (searchTerm !== undefined && !texts.some((text) => folded(text).includes(folded(searchTerm)))) return false;
  return isInWindow(customer, filters);
}

function isInWindow({ created }: Customer, { window: { datefrom }, dateto }: KnownListFilters): boolean {
  if (datefrom === earliestDate && dateto === undefined) return true;
  const createdAt = Date.parse(created ?? "");
  const end = dateto === undefined ? Number.POSITIVE_INFINITY : startOfUtcDay(dateto) + dayMs;
  return createdAt >= startOfUtcDay(datefrom) && createdAt < end;
}

const isOneOf = (member: "plan" | "term", value = "", wanted: readonly string[] | undefined) =>
  wanted === undefined ||
  wanted.some((word) =>
    word === notKnownWord || value === "" ? word === value : isSameContractValue(member, value, word),
  );
