import type { Environment } from "#lib/contract/environment.ts";
import type { TelephoneNumber } from "#lib/contract/number.ts";
import { describeValue } from "#server/api-client/transport/describe-body.ts";
import { upstreamErrors } from "#server/api-client/transport/upstream-errors.ts";
import { needed, optional, record, shapes } from "./expected.ts";
import type { RowReader } from "./list.ts";
import { createdNames, customerIDOf, isRecord, membersOf, pickMember, toID } from "./members.ts";

const { anyText, id, instant } = shapes;

const otherNames = ["phonenumber", "telephonenumber", "e164", "msisdn", "did", "value"];
const names = ["number", ...otherNames, "numberid", "id"];

/**
 * Normalises a telephone number, which is an object or a plain text. The specification (section 4.9) shows none of its
 * members. Nothing is lost: `raw` has the value as the API sent it. Throws `upstream_malformed` if there is no number.
 */
export function normaliseNumber(record: unknown, environment: Environment, position: number): TelephoneNumber {
  const text = isRecord(record) ? undefined : toID(record);
  if (text !== undefined) return { number: text, raw: { number: record } };
  if (!isRecord(record)) {
    throw upstreamErrors.malformed(environment, `${describeValue(record)} in place of number ${position} of the list`);
  }
  const members = membersOf(record);
  const number = pickMember(members, names, toID);
  if (number === undefined) {
    throw upstreamErrors.malformed(environment, `number ${position} of the list without a usable number`);
  }
  const customerID = customerIDOf(members);
  return { number, ...(customerID === undefined ? {} : { customerID }), raw: record };
}

export const numberRows: RowReader<TelephoneNumber> = {
  collection: "numbers",
  normalise: normaliseNumber,
  expected: {
    ...record({
      number: needed(anyText, otherNames),
      customerID: optional(id, ["customer", "customeruuid"]),
      created: optional(instant, createdNames),
    }),
    readable: ["string", "integer"],
  },
};
