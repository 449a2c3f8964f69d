import { Secret, TOTP } from "otpauth";
import { encode } from "uqr";
import type { TotpStart } from "#lib/contract/console/factors.ts";

/** How long one code is valid, in seconds. */
const periodSeconds = 30;

/** How many steps a phone's clock may be ahead or behind. */
const maxStepsOff = 1;

/** The settings that every authenticator app supports. */
const settings = { algorithm: "SHA1", digits: 6, period: periodSeconds } as const;

/** The quiet zone around a QR code, in squares. */
const border = 4;

/** A new secret of 160 bits, in base 32. */
export const newTotpSecret = (): string => new Secret({ size: 20 }).base32;

/** The data that the authenticator app needs. */
export function totpStart(secret: string, email: string): TotpStart {
  const uri = new TOTP({ ...settings, issuer: "Switchboard", label: email, secret }).toString();
  return { secret, uri, qr: qrOf(uri) };
}

/** A QR code as one SVG path: a rectangle for each run of dark squares in a row. */
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

/** The time step of this code. Null if the code is wrong, or if the step was already used. */
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
