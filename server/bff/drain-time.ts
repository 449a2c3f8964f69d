/** How long open requests, including exports, may take to end when the console stops. In milliseconds. */
export const drainMs = 10_000;
