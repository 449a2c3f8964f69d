import { z } from "zod";
import { createSealedCookie, type SealedCookieOptions } from "#server/bff/access/sessions/sealed-cookie.ts";

/** How long a person may take to use a passkey, in milliseconds. */
export const maxChallengeMs = 5 * 60_000;

const challengeSchema = z.object({
  purpose: z.enum(["register", "sign-in", "step-up"]),
  challenge: z.string(),
  /** The session that requested the challenge. Absent for a sign-in. */
  sessionHash: z.string().optional(),
  startedAt: z.number(),
});

export type Challenge = z.infer<typeof challengeSchema>;

/** Keeps a challenge in the browser that requested it, until the browser answers it. */
export type ChallengeCookie = ReturnType<typeof createChallengeCookie>;

export const createChallengeCookie = (options: SealedCookieOptions) =>
  createSealedCookie(options, {
    name: "switchboard-passkey",
    schema: challengeSchema,
    maxAgeMs: maxChallengeMs,
    sameSite: "Strict",
  });
