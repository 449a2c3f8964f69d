import type { ColumnType, Generated } from "kysely";
import { createIndexes } from "#server/bff/store/schema/create-indexes.ts";
import type { AnyKysely } from "#server/database/migration.ts";

export interface StaffTable {
  staffID: string;
  /**
   * `person`, `client` for an API client, or `console` for the console itself. The `email` of an API client is
   * `client:` followed by its ID.
   */
  kind: Generated<string>;
  /** In lower case. Unique. */
  email: string;
  name: string;
  role: string;
  /** A JSON array of environments. */
  environments: string;
  /**
   * Argon2id in PHC form. Null if the person has no password, for example because the person signs in with a provider.
   */
  passwordHash: string | null;
  createdAt: number;
  disabledAt: number | null;
  /** When the person first chose a password or signed in with a provider. Null if the person has only been invited. */
  activatedAt: number | null;
  lastSignInAt: number | null;
  /** 1 if a single sign-on provider has sent the address without confirming that it belongs to the person. */
  emailUnverified?: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface SessionsTable {
  /**
   * SHA-256 of the session's ID, in hexadecimal. The ID cannot be computed from it, so a copy of the store gives nobody
   * access to a session.
   */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** When the person last made a request. */
  lastSeenAt: number;
  endedAt: number | null;
  /** When the person last proved their identity. */
  factorAt: number | null;
  /** The network address and the browser from which the session was started. */
  address: string | null;
  userAgent: string | null;
  /**
   * Only for sessions that began with single sign-on: the provider's name in the console, the person's identity at the
   * provider, and the provider's own session ID.
   */
  ssoProvider: string | null;
  ssoIssuer: string | null;
  ssoSubject: string | null;
  ssoSessionID: string | null;
  /** 1 if the provider has confirmed a second factor. */
  ssoSecondFactor: number | null;
  /** When the person used a second factor of the console. Null if the person has used none. */
  secondFactorAt: number | null;
}

/** One-time links with which people choose their password. */
export interface InvitationsTable {
  /**
   * SHA-256 of the token, in hexadecimal. The token cannot be computed from it, so a copy of the store gives nobody
   * access.
   */
  tokenHash: string;
  staffID: string;
  createdAt: number;
  expiresAt: number;
}

/** A browser or a network from which an account has signed in. */
export interface KnownPlacesTable {
  /** SHA-256 of the account together with the browser's ID or the network. */
  placeHash: string;
  accountHash: string;
  /** When the account last signed in from this browser or network. */
  usedAt: number;
}

/** Personal settings: one row for each person who has changed a setting. */
export interface PreferencesTable {
  staffID: string;
  /** `Preferences` as JSON. */
  preferences: string;
  updatedAt: number;
}

/** Inputs that a person has typed but not yet sent. */
export interface DraftsTable {
  staffID: string;
  key: string;
  /** A JSON object. */
  content: string;
  updatedAt: number;
}

/** A person whose API calls are recorded with their bodies. */
export interface CallBodiesTable {
  staffID: string;
  until: number;
}

export async function createPeopleTables(db: AnyKysely): Promise<void> {
  await db.schema
    .createTable("staff")
    .addColumn("staffID", "text", (column) => column.primaryKey())
    .addColumn("kind", "text", (column) => column.notNull().defaultTo("person"))
    .addColumn("email", "text", (column) => column.notNull().unique())
    .addColumn("name", "text", (column) => column.notNull())
    .addColumn("role", "text", (column) => column.notNull())
    .addColumn("environments", "text", (column) => column.notNull())
    .addColumn("passwordHash", "text")
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("disabledAt", "bigint")
    .addColumn("activatedAt", "bigint")
    .addColumn("lastSignInAt", "bigint")
    .addColumn("emailUnverified", "integer")
    .execute();
  await db.schema
    .createTable("sessions")
    .addColumn("sessionHash", "text", (column) => column.primaryKey())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("lastSeenAt", "bigint", (column) => column.notNull())
    .addColumn("endedAt", "bigint")
    .addColumn("factorAt", "bigint")
    .addColumn("address", "text")
    .addColumn("userAgent", "text")
    .addColumn("ssoProvider", "text")
    .addColumn("ssoIssuer", "text")
    .addColumn("ssoSubject", "text")
    .addColumn("ssoSessionID", "text")
    .addColumn("ssoSecondFactor", "integer")
    .addColumn("secondFactorAt", "bigint")
    .execute();
  await createIndexes(db, "sessions", {
    sessionsByCreation: ["createdAt"],
    sessionsByIdentity: ["ssoIssuer", "ssoSubject"],
    sessionsByStaff: ["staffID", "createdAt"],
  });
  await db.schema
    .createTable("invitations")
    .addColumn("tokenHash", "text", (column) => column.primaryKey())
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("createdAt", "bigint", (column) => column.notNull())
    .addColumn("expiresAt", "bigint", (column) => column.notNull())
    .execute();
  await createIndexes(db, "invitations", {
    invitationsByStaff: ["staffID"],
  });
  await db.schema
    .createTable("knownPlaces")
    .addColumn("placeHash", "text", (column) => column.primaryKey())
    .addColumn("accountHash", "text", (column) => column.notNull())
    .addColumn("usedAt", "bigint", (column) => column.notNull())
    .execute();
  await createIndexes(db, "knownPlaces", {
    knownPlacesByAccount: ["accountHash", "usedAt"],
    knownPlacesByUse: ["usedAt"],
  });
  await db.schema
    .createTable("preferences")
    .addColumn("staffID", "text", (column) => column.primaryKey().references("staff.staffID"))
    .addColumn("preferences", "text", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .execute();
  await db.schema
    .createTable("drafts")
    .addColumn("staffID", "text", (column) => column.notNull().references("staff.staffID"))
    .addColumn("key", "text", (column) => column.notNull())
    .addColumn("content", "text", (column) => column.notNull())
    .addColumn("updatedAt", "bigint", (column) => column.notNull())
    .addPrimaryKeyConstraint("draftsByPerson", ["staffID", "key"])
    .execute();
  await createIndexes(db, "drafts", {
    draftsByAge: ["updatedAt"],
  });
  await db.schema
    .createTable("callBodies")
    .addColumn("staffID", "text", (column) => column.primaryKey().references("staff.staffID"))
    .addColumn("until", "bigint", (column) => column.notNull())
    .execute();
}
