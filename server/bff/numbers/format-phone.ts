import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { TelephoneNumber } from "#lib/contract/number.ts";

const e164 = /^\+\d{7,15}$/;

/**
 * A number in E.164 as people of its country group it: `+44 20 7946 0123`. Undefined for any other notation, and for
 * what fits no numbering plan: such a number is shown as the API wrote it.
 */
export function formatPhone(number: string): string | undefined {
  if (!e164.test(number)) return undefined;
  const known = parsePhoneNumberFromString(number, { extract: false });
  const shown = known?.isPossible() ? known.formatInternational() : undefined;
  // The library leaves out a trunk zero behind the country code; a number is never altered here.
  return shown?.replace(/[^\d+]/g, "") === number ? shown : undefined;
}

/** The number with how to show it, where that is known. */
export function withFormatted<Item extends TelephoneNumber>(number: Item): Item {
  const formatted = formatPhone(number.number);
  return formatted === undefined ? number : { ...number, formatted };
}
