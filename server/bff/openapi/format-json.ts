/** The maximum length of a line, unless a single value is longer. */
const maxLine = 120;

/**
 * JSON with line breaks, in which an object or a list that fits in one line takes one line. Line breaks in every object
 * would make the document larger by half, and no line breaks would make its changes unreadable in a comparison.
 */
export function formatJson(value: unknown, depth = 0, before = 0): string {
  const compact = JSON.stringify(value);
  if (typeof value !== "object" || value === null || depth + before + compact.length <= maxLine) return compact;
  const inner = depth + 1;
  const indent = " ".repeat(inner);
  const end = `\n${" ".repeat(depth)}`;
  if (Array.isArray(value)) {
    return `[\n${value.map((item) => indent + formatJson(item, inner)).join(",\n")}${end}]`;
  }
  const members = Object.entries(value).filter(([, member]) => member !== undefined);
  const lines = members.map(([name, member]) => {
    const start = `${JSON.stringify(name)}: `;
    return indent + start + formatJson(member, inner, start.length);
  });
  return `{\n${lines.join(",\n")}${end}}`;
}
