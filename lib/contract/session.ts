import { z } from "zod";
import { environmentSchema } from "./environment.ts";
import "./plain-messages.ts";

/** Roles, weakest first: each may do what those before it may. */
export const roles = ["viewer", "editor", "administrator"] as const;

export type Role = (typeof roles)[number];

/** The answer of `GET /api/session`: who is signed in, and until when. */
export const sessionSchema = z.object({
  staff: z.object({
    staffID: z.string(),
    email: z.string(),
    name: z.string(),
    role: z.enum(roles),
  }),
  /** The environments that this person may see, and that are configured. */
  environments: z.array(environmentSchema),
  /** When the session ends without a request of the person's own; ISO 8601 in UTC. */
  idleExpiresAt: z.string(),
  /** When the session ends in any case; ISO 8601 in UTC. */
  expiresAt: z.string(),
  /** The console's own time with this answer: a browser's clock may be wrong. */
  asOf: z.string().optional(),
});

export type Session = z.infer<typeof sessionSchema>;

/**
 * The header, with the value `1`, of a reading that a page makes by itself, such as polling: it does not put
 * off the idle end of the session.
 */
export const quietHeader = "x-switchboard-quiet";

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
});

export type SignIn = z.infer<typeof signInSchema>;
