/** Its own, or Next would take the console's, which lies above it. */
export default {};
