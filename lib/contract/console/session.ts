import { z } from "zod";
import { secondFactorCodeSchema } from "#lib/contract/console/factors.ts";
import { environmentSchema } from "#lib/contract/environment.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import "#lib/contract/plain-messages.ts";

export type { Role } from "#lib/contract/values/access/roles.ts";

/** The answer of `GET /api/session`: the signed-in person, and when the session ends. */
export const sessionSchema = z.object({
  staff: z.object({
    staffID: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
    /**
     * Set if this person lacks an environment, and may therefore not see data that cover all environments, such as the
     * audit log. People who manage staff may see them anyway.
     */
    lacksEnvironments: z.literal(true).optional(),
  }),
  /** The single sign-on provider of the session. Absent if the person signed in with a password. */
  provider: z.string().optional(),
  /** The configured environments that this person may see. */
  environments: z.array(environmentSchema),
  /**
   * The end of the time in which the last proof of identity allows dangerous actions. Absent if this time has passed.
   */
  confirmedUntil: z.string().optional(),
  /** Set if the session may only be used to set up a second factor, because the console requires one. */
  factorRequired: z.literal(true).optional(),
  /** When the session ends if the person makes no request; ISO 8601 in UTC. */
  idleExpiresAt: z.string(),
  /** When the session ends even if the person stays active; ISO 8601 in UTC. */
  expiresAt: z.string(),
  /** The server's time of the answer. Pages need it because a browser's clock may be wrong. */
  asOf: z.string().optional(),
});

export type Session = z.infer<typeof sessionSchema>;

/** How long a proof of identity allows dangerous actions, in milliseconds. */
export const recentFactorMs = 10 * 60_000;

/** The body of `POST /api/session`. */
export const signInSchema = z.strictObject({
  email: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, { error: "Enter your e-mail address" })
    .max(320, { error: "Enter an e-mail address of 320 characters or less" })
    .regex(/^\P{Cc}*$/u, { error: "Enter your e-mail address without control characters" }),
  password: z
    .string()
    .min(1, { error: "Enter your password" })
    .max(1024, { error: "Enter a password of 1024 characters or less" }),
  /** For a person with a second factor: a code from their app, or a recovery code. */
  code: secondFactorCodeSchema.optional(),
});

export type SignIn = z.infer<typeof signInSchema>;
