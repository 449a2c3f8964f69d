import { z } from "zod";
import { createSealedCookie, type SealedCookieOptions } from "#server/bff/access/sessions/sealed-cookie.ts";

/** How much time a person has to sign in at the provider, in milliseconds. */
const maxRoundMs = 10 * 60_000;

const roundSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
  /** The hash of the session that needs a new sign-in proof. Missing for a sign-in. */
  stepUp: z.string().optional(),
});

/** A single sign-on attempt: the way to a provider and back. It belongs to the browser that started it. */
export type Round = z.infer<typeof roundSchema>;

/** Stores a single sign-on attempt in the browser while the person is at the provider. */
export type RoundCookie = ReturnType<typeof createRoundCookie>;

export const createRoundCookie = (options: SealedCookieOptions) =>
  createSealedCookie(options, {
    name: "switchboard-sso",
    schema: roundSchema,
    maxAgeMs: maxRoundMs,
    // The browser returns by navigation from the site of the provider. With `Strict`, it would not send the cookie.
    sameSite: "Lax",
  });
