/** Shortens an ID in the middle: `3f2b8c1d…9a41`. A short ID stays unchanged. */
export function shortenMiddle(id: string, head = 8, tail = 4): string {
  return id.length <= head + tail + 1 ? id : `${id.slice(0, head)}…${id.slice(-tail)}`;
}
