import { z } from "zod";
import {
  createSealedCookie,
  type SealedCookie,
  type SealedCookieOptions,
} from "#server/bff/access/sessions/sealed-cookie.ts";

/** How long a person may take at the provider, in milliseconds. */
const maxRoundMs = 10 * 60_000;

const roundSchema = z.object({
  provider: z.string(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
  returnTo: z.string(),
  startedAt: z.number(),
  /** The hash of the session whose person proves again who they are; left out where somebody signs in. */
  stepUp: z.string().optional(),
});

/** One round to a provider and back, bound to the browser that began it. */
export type Round = z.infer<typeof roundSchema>;

/** Keeps a round in the browser while the person is at the provider. */
export type RoundCookie = SealedCookie<Round>;

export const createRoundCookie = (options: SealedCookieOptions): RoundCookie =>
  createSealedCookie(options, {
    name: "switchboard-sso",
    schema: roundSchema,
    maxAgeMs: maxRoundMs,
    // The provider sends the browser back by a navigation from its own site.
    sameSite: "Lax",
  });
