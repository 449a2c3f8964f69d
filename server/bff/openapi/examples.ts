import type { Examples } from "./build-document.ts";

/** An answer that a test has received. `key` has the path of the document: `GET /api/{environment}/jobs`. */
export interface RecordedAnswer {
  key: string;
  value: unknown;
}

/** The size that an example should not exceed, in characters of JSON. */
const usefulSize = 1_500;

/**
 * Adds an example for each route without an example. The example is the largest answer of at most `usefulSize`
 * characters, because it shows the most members. If every answer is larger, the example is the smallest answer.
 * Examples of routes that no longer exist are removed.
 */
export function withNewExamples(
  examples: Examples,
  answers: readonly RecordedAnswer[],
  routes: readonly { key: string }[],
): Examples {
  const byKey = Map.groupBy(answers, ({ key }) => key);
  const chosen = routes.flatMap(({ key }): [string, unknown][] => {
    if (key in examples) return [[key, examples[key]]];
    const found = byKey.get(key.replaceAll(/:(\w+)/g, "{$1}")) ?? [];
    const sized = found.map(({ value }) => ({ value, size: JSON.stringify(value).length }));
    const useful = sized.filter(({ size }) => size <= usefulSize).sort((a, b) => b.size - a.size);
    const [best] = useful.length > 0 ? useful : sized.sort((a, b) => a.size - b.size);
    return best ? [[key, best.value]] : [];
  });
  return Object.fromEntries(chosen);
}
