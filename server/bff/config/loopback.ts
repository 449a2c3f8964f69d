/** True for the host names and addresses (without brackets) of this machine. */
export function isLoopback(host: string): boolean {
  return host === "localhost" || host === "::1" || /^127(\.\d{1,3}){3}$/.test(host);
}

/** True if a URL leads to this machine. */
export function isLoopbackUrl(url: string): boolean {
  return isLoopback(new URL(url).hostname.replace(/^\[|\]$/g, ""));
}
