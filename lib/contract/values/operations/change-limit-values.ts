/** The highest limit of changed customers an hour, and the most that one release can add. */
export const maxChangeLimit = 5_000;

/** The limit that the form suggests when an administrator turns the limit on. */
export const defaultChangeLimit = 100;

/** How long a change counts and how long a release holds: an hour, in milliseconds. */
export const changeLimitHourMs = 60 * 60_000;

export const maxChangeLimitReason = 500;
