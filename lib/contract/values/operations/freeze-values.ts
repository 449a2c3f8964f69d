/** `all`: no write is sent. `planned`: no planned change is sent, other writes are possible. */
export const freezeScopes = ["all", "planned"] as const;

export type FreezeScope = (typeof freezeScopes)[number];

/** The maximum number of freezes of an environment that have not ended. */
export const maxFreezes = 50;

export const maxFreezeReason = 500;
