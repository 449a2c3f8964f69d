import { z } from "zod";
import { environmentSchema } from "#lib/contract/environment.ts";
import { listEnvelope, pageQuery } from "#lib/contract/list.ts";
import { roles } from "#lib/contract/values/access/roles.ts";
import { newPasswordSchema } from "./password.ts";

/** `invited`: the person has not chosen a password yet. `disabled`: the person may not sign in. */
export const staffStates = ["invited", "active", "disabled"] as const;

export type StaffState = (typeof staffStates)[number];

export const signInMethods = ["password", "sso", "totp", "passkey"] as const;

/** A person who may use the console, as administrators see them. */
export const staffSchema = z.object({
  staffID: z.string(),
  email: z.string(),
  name: z.string(),
  role: z.enum(roles),
  environments: z.array(environmentSchema),
  state: z.enum(staffStates),
  /** Set if a single sign-on provider sent the address without confirming that it is verified. */
  emailUnverified: z.literal(true).optional(),
  /** How the person can sign in. */
  methods: z.array(z.enum(signInMethods)),
  /** ISO 8601 in UTC, like all times in this file. */
  lastSignInAt: z.string().optional(),
  /** When the open one-time link expires; absent if there is no open link. */
  linkExpiresAt: z.string().optional(),
});

export type StaffMember = z.infer<typeof staffSchema>;

/** A one-time link. It is shown once, because the console stores only its hash. */
export const oneTimeLinkSchema = z.object({
  url: z.string(),
  expiresAt: z.string(),
  /** True if the link was also sent by email. Absent if no mail server is configured. */
  mailed: z.boolean().optional(),
});

export type OneTimeLink = z.infer<typeof oneTimeLinkSchema>;

/** The answer of `GET /api/staff`, sorted by name. */
export const staffListSchema = z.object({ staff: z.array(staffSchema), ...listEnvelope });

export type StaffList = z.infer<typeof staffListSchema>;

export const staffListQuerySchema = z.strictObject(pageQuery);

/** The answer of `POST /api/staff`, `…/invite` and `…/reset`. */
export const staffLinkAnswerSchema = z.object({ staff: staffSchema, invitation: oneTimeLinkSchema });

export type StaffLinkAnswer = z.infer<typeof staffLinkAnswerSchema>;

/** The answer of `PATCH /api/staff/{staffID}` and `…/end-sessions`. */
export const staffAnswerSchema = z.object({ staff: staffSchema });

export type StaffAnswer = z.infer<typeof staffAnswerSchema>;

export const environmentListSchema = z
  .array(environmentSchema, { error: "must be a list of environments" })
  .min(1, { error: "Choose at least one environment" })
  .transform((list) => [...new Set(list)]);

export const roleSchema = z.enum(roles, { error: "Choose a role" });

export const maxNameLength = 100;

/** The name of a person or an API client. */
export const personNameSchema = z
  .string({ error: "Enter a name" })
  .trim()
  .min(1, { error: "Enter a name" })
  .max(maxNameLength, { error: `Use ${maxNameLength} characters or less` })
  .regex(/^[^\p{Cc}\p{Cs}]*$/u, { error: "Enter a name without control characters" });

/** The body of `POST /api/staff`. */
export const newStaffSchema = z.strictObject({
  email: z
    .string({ error: "Enter an e-mail address" })
    .trim()
    .toLowerCase()
    .pipe(z.email({ error: "Enter an e-mail address, such as name@company.com" }).max(320)),
  name: personNameSchema,
  role: roleSchema,
  environments: environmentListSchema,
});

export type NewStaffMember = z.output<typeof newStaffSchema>;

/** The body of `PATCH /api/staff/{staffID}`. Absent members stay unchanged. */
export const staffChangeSchema = z
  .strictObject({
    role: roleSchema,
    environments: environmentListSchema,
    state: z.enum(["active", "disabled"], { error: "must be active or disabled" }),
  })
  .partial()
  .refine((change) => Object.keys(change).length > 0, { error: "must change something" });

export type StaffChange = z.output<typeof staffChangeSchema>;

/** The answer of `GET /api/invitations/{token}`: the person who receives the link. */
export const invitationSchema = z.object({
  email: z.string(),
  name: z.string(),
  expiresAt: z.string(),
  /** True if the link replaces an earlier password. */
  isReset: z.boolean(),
});

export type Invitation = z.infer<typeof invitationSchema>;

/** The body of `POST /api/invitations/{token}`. */
export const invitationAcceptanceSchema = z.strictObject({ password: newPasswordSchema });

/** The body of `POST /api/me/password`. */
export const passwordChangeSchema = z.strictObject({
  currentPassword: z
    .string({ error: "Enter your current password" })
    .min(1, { error: "Enter your current password" })
    .max(1024, { error: "Enter a password of 1024 characters or less" }),
  newPassword: newPasswordSchema,
});

export type PasswordChange = z.output<typeof passwordChangeSchema>;

/** One of the person's own sessions. */
export const ownSessionSchema = z.object({
  sessionID: z.string(),
  /** True for the session that sent the request. */
  current: z.boolean(),
  createdAt: z.string(),
  lastSeenAt: z.string(),
  address: z.string().optional(),
  userAgent: z.string().optional(),
});

export type OwnSession = z.infer<typeof ownSessionSchema>;

/** The answer of `GET /api/me/sessions`. The session that was used last comes first. */
export const ownSessionListSchema = z.object({ sessions: z.array(ownSessionSchema), asOf: z.string() });

export type OwnSessionList = z.infer<typeof ownSessionListSchema>;
