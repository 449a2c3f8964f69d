/** A server-sent event. A comment (`kind` "comment") has no data. It only shows that the connection works. */
export interface ServerEvent {
  kind: string;
  data: string;
  /** The ID from which a broken stream can continue. Undefined if the event has none. */
  id: string | undefined;
}

function eventOf(block: string): ServerEvent {
  const data: string[] = [];
  let [kind, id] = ["comment", undefined as string | undefined];
  for (const line of block.split("\n")) {
    const colon = line.indexOf(":");
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? "" : line.slice(colon + 1).replace(/^ /, "");
    if (name === "event") kind = value;
    else if (name === "data") data.push(value);
    else if (name === "id") id = value;
  }
  return { kind: kind === "comment" && data.length > 0 ? "message" : kind, data: data.join("\n"), id };
}

/**
 * Returns a parser. The parser accepts a stream's text in pieces of any size, and returns the events that are complete
 * so far.
 */
export function createEventParser(): (text: string) => ServerEvent[] {
  let rest = "";
  return (text) => {
    // A piece may end between CR and LF. The line endings are therefore replaced after the pieces are joined.
    const blocks = (rest + text).replace(/\r\n/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.filter((block) => block !== "").map(eventOf);
  };
}
