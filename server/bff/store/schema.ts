/** The console's store. Times are milliseconds since 1970; lists are JSON text. */
export interface ConsoleSchema {
  staff: StaffTable;
  sessions: SessionsTable;
}

interface StaffTable {
  staffID: string;
  /** Lower case, unique. */
  email: string;
  name: string;
  role: string;
  /** A JSON array of environments. */
  environments: string;
  /** Argon2id in PHC form; null for people who sign in elsewhere. */
  passwordHash: string | null;
  createdAt: number;
  disabledAt: number | null;
}

interface SessionsTable {
  /** SHA-256 of the session's ID, in hexadecimal: a copy of the store opens no session. */
  sessionHash: string;
  staffID: string;
  createdAt: number;
  /** The person's own last request. */
  lastSeenAt: number;
  endedAt: number | null;
}
