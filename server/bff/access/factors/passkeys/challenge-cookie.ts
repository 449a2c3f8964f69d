import { z } from "zod";
import { createSealedCookie, type SealedCookieOptions } from "#server/bff/access/sessions/sealed-cookie.ts";

/** How much time a person has to use a passkey, in milliseconds. */
export const maxChallengeMs = 5 * 60_000;

const challengeSchema = z.object({
  purpose: z.enum(["register", "sign-in", "step-up"]),
  challenge: z.string(),
  /** The session that requested the challenge. Missing for a sign-in. */
  sessionHash: z.string().optional(),
  startedAt: z.number(),
});

export type Challenge = z.infer<typeof challengeSchema>;

/** Stores a challenge in a cookie of the browser that requested it. */
export type ChallengeCookie = ReturnType<typeof createChallengeCookie>;

export const createChallengeCookie = (options: SealedCookieOptions) =>
  createSealedCookie(options, {
    name: "switchboard-passkey",
    schema: challengeSchema,
    maxAgeMs: maxChallengeMs,
    sameSite: "Strict",
  });
