import { z } from "zod";
import { createSealedCookie, type SealedCookieOptions } from "#server/bff/access/sessions/sealed-cookie.ts";

/** How long a person may stay at the provider, in milliseconds. */
const maxRoundMs = 10 * 60_000;

const roundSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
  /** The hash of the session that needs a new proof. Absent for a sign-in. */
  stepUp: z.string().optional(),
});

/** One round to a provider and back, bound to the browser that started it. */
export type Round = z.infer<typeof roundSchema>;

/** Keeps a round in the browser while the person is at the provider. */
export type RoundCookie = ReturnType<typeof createRoundCookie>;

export const createRoundCookie = (options: SealedCookieOptions) =>
  createSealedCookie(options, {
    name: "switchboard-sso",
    schema: roundSchema,
    maxAgeMs: maxRoundMs,
    // The provider's site sends the browser back by navigation. With `Strict` the browser would omit the cookie then.
    sameSite: "Lax",
  });
