import { z } from "zod";
import "#lib/contract/plain-messages.ts";
import { maxPasskeyName, maxTypedCode, plainCode } from "#lib/contract/values/access/factor-limits.ts";

/** The maximum number of passkeys per person. */
export const maxPasskeys = 20;

/** A code from an authenticator app, or a recovery code, as typed. Spaces, hyphens and letter case are ignored. */
export const secondFactorCodeSchema = z
  .string({ error: "Enter a code" })
  .max(maxTypedCode, { error: `Enter a code of ${maxTypedCode} characters or less` })
  .transform(plainCode)
  .refine((code) => code !== "", { error: "Enter a code" });

/** A passkey as its owner sees it. */
export const passkeySchema = z.object({
  passkeyID: z.string(),
  name: z.string(),
  createdAt: z.string(),
  lastUsedAt: z.string().optional(),
  /**
   * True if the device has reported that the passkey is backed up. The passkey then survives the loss of the device.
   */
  isSynced: z.boolean(),
});

export type Passkey = z.infer<typeof passkeySchema>;

/** The answer of `GET /api/me/factors`. */
export const ownFactorsSchema = z.object({
  /** Absent if the person has no authenticator app. */
  totp: z.object({ since: z.string(), lastUsedAt: z.string().optional() }).optional(),
  passkeys: z.array(passkeySchema),
  recoveryCodes: z.object({ remaining: z.number() }),
  asOf: z.string(),
});

export type OwnFactors = z.infer<typeof ownFactorsSchema>;

/**
 * The answer of `POST /api/me/totp`. No other answer contains the secret. The app becomes active when the person
 * confirms it with a code.
 */
export const totpStartSchema = z.object({
  /** The secret in Base32, for apps that cannot read the QR code. */
  secret: z.string(),
  uri: z.string(),
  /** The QR code of `uri`: the SVG path of its dark squares. The view box is `size` by `size`. */
  qr: z.object({ size: z.number(), path: z.string() }),
});

export type TotpStart = z.infer<typeof totpStartSchema>;

/** The body of `POST /api/me/totp/confirm`. */
export const totpConfirmSchema = z.strictObject({ code: secondFactorCodeSchema });

/** Recovery codes. They are shown only once. Absent if the person already has recovery codes. */
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()).optional() });

export type RecoveryCodesAnswer = z.infer<typeof recoveryCodesSchema>;

const passkeyName = z
  .string({ error: "Enter a name" })
  .trim()
  .min(1, { error: "Enter a name" })
  .max(maxPasskeyName, { error: `Use ${maxPasskeyName} characters or less` })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "must not have control characters" });

/** The body of `PATCH /api/me/passkeys/{passkeyID}`. */
export const passkeyChangeSchema = z.strictObject({ name: passkeyName });

/**
 * The options for `navigator.credentials`. A library creates the options on the server and reads them in the browser.
 * The schema therefore checks only that a challenge exists.
 */
export const passkeyOptionsSchema = z.object({ options: z.looseObject({ challenge: z.string() }) });

export type PasskeyOptions = z.infer<typeof passkeyOptionsSchema>;

const base64url = (max: number) =>
  z
    .string()
    .max(max)
    .regex(/^[\w-]+$/);

const credential = { id: base64url(1_400), rawId: base64url(1_400), type: z.literal("public-key") };
const further = {
  clientExtensionResults: z.looseObject({}),
  authenticatorAttachment: z.enum(["platform", "cross-platform"]).optional().catch(undefined),
};

/** The browser's answer after creating a passkey. Members that the schema does not know are ignored. */
const attestationSchema = z.object({
  ...credential,
  ...further,
  response: z.object({
    clientDataJSON: base64url(8_192),
    attestationObject: base64url(32_768),
    transports: z.array(z.string().max(40)).max(10).optional(),
  }),
});

/** The browser's answer after using a passkey. Members that the schema does not know are ignored. */
export const assertionSchema = z.object({
  ...credential,
  ...further,
  response: z.object({
    clientDataJSON: base64url(8_192),
    authenticatorData: base64url(8_192),
    signature: base64url(8_192),
    userHandle: base64url(128).optional(),
  }),
});

export type Assertion = z.infer<typeof assertionSchema>;

/** The body of `POST /api/me/passkeys`. */
export const newPasskeySchema = z.strictObject({ name: passkeyName, passkey: attestationSchema });

export type NewPasskey = z.output<typeof newPasskeySchema>;

/** The answer of `POST /api/me/passkeys`. */
export const newPasskeyAnswerSchema = z.object({ passkey: passkeySchema, ...recoveryCodesSchema.shape });

export type NewPasskeyAnswer = z.infer<typeof newPasskeyAnswerSchema>;

/** The body of `POST /api/session/passkey`. */
export const passkeySignInSchema = z.strictObject({ passkey: assertionSchema });

const password = z
  .string({ error: "Enter your password" })
  .min(1, { error: "Enter your password" })
  .max(1024, { error: "Enter a password of 1024 characters or less" });

/** The body of `POST /api/session/step-up`: a password, a code or a passkey. */
export const stepUpSchema = z.union([
  z.strictObject({ password }),
  z.strictObject({ code: secondFactorCodeSchema }),
  z.strictObject({ passkey: assertionSchema }),
]);

export type StepUp = z.output<typeof stepUpSchema>;
