/** How long requests under way may take to end when the console is stopped, exports included. */
export const drainMs = 10_000;
