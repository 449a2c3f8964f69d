// The order matters: the first match is used. Edge also claims to be Chrome, and Chrome claims to be Safari.
const browsers = [
  ["Edge", "Edg/"],
  ["Opera", "OPR/"],
  ["Firefox", "Firefox/"],
  ["Chrome", "Chrome/"],
  ["Safari", "Safari/"],
] as const;

const systems = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows NT"],
  ["macOS", "Mac OS X"],
  ["ChromeOS", "CrOS"],
  ["Linux", "Linux"],
] as const;

/**
 * Returns the browser and the system that a `User-Agent` claims: `Chrome · Windows`. If one of them is unknown, returns
 * only the other. Undefined if both are unknown.
 */
export function browserName(userAgent: string): string | undefined {
  const find = (names: readonly (readonly [string, string])[]) =>
    names.find(([, mark]) => userAgent.includes(mark))?.[0];
  const parts = [find(browsers), find(systems)].filter((part) => part !== undefined);
  return parts.length > 0 ? parts.join(" · ") : undefined;
}
