/**
 * The plans that a customer can have. The specification does not define the names. The plan `hardware-only` needs no
 * administrator (specification, section 4.3).
 */
export const plans = ["essential", "professional", "enterprise", "hardware-only"] as const;

export type Plan = (typeof plans)[number];

/** The terms that a contract can have. The specification does not define the names. */
export const terms = ["monthly", "12-months", "24-months", "36-months"] as const;

export type Term = (typeof terms)[number];
