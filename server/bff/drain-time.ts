/** How long open requests may take to end when the console stops, exports included, in milliseconds. */
export const drainMs = 10_000;
