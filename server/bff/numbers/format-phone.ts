import { parsePhoneNumberFromString } from "libphonenumber-js/min";
import type { TelephoneNumber } from "#lib/contract/number.ts";

const e164 = /^\+\d{7,15}$/;

/**
 * Formats an E.164 number in the grouping of its country: `+44 20 7946 0123`. Undefined for other notations and for
 * numbers outside every numbering plan. Such a number is shown as the API wrote it.
 */
export function formatPhone(number: string): string | undefined {
  if (!e164.test(number)) return undefined;
  const known = parsePhoneNumberFromString(number, { extract: false });
  const shown = known?.isPossible() ? known.formatInternational() : undefined;
  // The library removes a trunk zero after the country code. The console must not change digits, so such a result is
  // not used.
  return shown?.replace(/[^\d+]/g, "") === number ? shown : undefined;
}

/** Adds the display format to the number, if there is one. */
export function withFormatted<Item extends TelephoneNumber>(number: Item): Item {
  const formatted = formatPhone(number.number);
  return formatted === undefined ? number : { ...number, formatted };
}
