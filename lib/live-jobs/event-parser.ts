/** One server-sent event, or with `kind` "comment" a sign of life. */
export interface ServerEvent {
  kind: string;
  data: string;
  /** From where a broken stream is to be resumed; absent where the event does not say. */
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

/** Takes a stream's text as it comes, in any pieces, and gives the events that are complete. */
export function createEventParser(): (text: string) => ServerEvent[] {
  let rest = "";
  return (text) => {
    // A piece may end between the two characters of a line's end.
    const blocks = (rest + text).replace(/\r\n/g, "\n").split("\n\n");
    rest = blocks.pop() ?? "";
    return blocks.filter((block) => block !== "").map(eventOf);
  };
}
