/** In place of the console's own in a benchmark: each request becomes web-standard objects. */
export function createPlainRequests() {
  return async () => false;
}
