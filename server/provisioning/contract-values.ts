/** The plans that a customer can have; `hardware-only` needs no administrator (specification, section 4.3). Our choice. */
export const plans = ["essential", "professional", "enterprise", "hardware-only"] as const;

export type Plan = (typeof plans)[number];

/** The terms that a contract can have. Our choice. */
export const terms = ["monthly", "12-months", "24-months", "36-months"] as const;

export type Term = (typeof terms)[number];
