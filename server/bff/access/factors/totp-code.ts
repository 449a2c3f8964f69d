import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import type { TotpStart } from "#lib/contract/console/factors.ts";

/** The length of a time step, in seconds. Each time step has its own code. */
const periodSeconds = 30;

/** By how many time steps the clock of a phone may be wrong. */
const maxStepsOff = 1;

/** Settings that all authenticator apps support. */
const settings = { algorithm: "SHA1", digits: 6, period: periodSeconds } as const;

/** The width of the empty border around a QR code, in squares. */
const border = 4;

/** Creates a secret of 160 bits, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The data for setting up an authenticator app. */
export function totpStart(secret: string, email: string): TotpStart {
  const uri = new TOTP({ ...settings, issuer: "Switchboard", label: email, secret }).toString();
  return { secret, uri, qr: qrOf(uri) };
}

/** A QR code as one SVG path. Neighbouring dark squares of a row become one rectangle. */
function qrOf(text: string): TotpStart["qr"] {
  const { size, data } = encode(text, { ecc: "M", border });
  const runs = data.flatMap((row, y) =>
    row.flatMap((isDark, x) => {
      if (!isDark || row[x - 1]) return [];
      const end = row.indexOf(false, x);
      const length = (end === -1 ? row.length : end) - x;
      return [`M${x} ${y}h${length}v1h-${length}z`];
    }),
  );
  return { size, path: runs.join("") };
}

/**
 * The time step to which this code belongs. Null if the code is wrong, or if this time step or a later one was already
 * used.
 */
export function acceptedStep(attempt: {
  secret: string;
  code: string;
  lastStep: number | null;
  nowMs: number;
}): number | null {
  const { secret, code, lastStep, nowMs } = attempt;
  const delta = TOTP.validate({
    ...settings,
    secret: Secret.fromBase32(secret),
    token: code,
    timestamp: nowMs,
    window: maxStepsOff,
  });
  if (delta === null) return null;
  const step = TOTP.counter({ period: periodSeconds, timestamp: nowMs }) + delta;
  return lastStep !== null && step <= lastStep ? null : step;
}
