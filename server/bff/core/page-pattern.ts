import { environments } from "#lib/contract/values/environments.ts";
import { pagePatterns } from "#lib/paths.ts";

interface Pattern {
  text: string;
  segments: readonly string[];
}

const patterns: readonly Pattern[] = pagePatterns.map((text) => ({ text, segments: text.split("/") }));

const matches = ({ segments }: Pattern, pathSegments: readonly string[]) =>
  segments.length === pathSegments.length &&
  segments.every((segment, index) => {
    const part = pathSegments[index] ?? "";
    if (segment === "[environment]") return (environments as readonly string[]).includes(part);
    return segment.startsWith("[") ? part !== "" : part === segment;
  });

/** The pattern of a page's path. Undefined if no page has this path, for example for scripts. */
export function pagePatternOf(path: string): string | undefined {
  const pathSegments = path.split("/");
  return patterns.find((pattern) => matches(pattern, pathSegments))?.text;
}
