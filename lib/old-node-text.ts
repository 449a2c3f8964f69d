/** The warning that the running Node is too old. The log and the page about the console itself use the same words. */
export const oldNodeText = (version: string, floor: string) =>
  `Switchboard runs on Node ${version}. Versions before ${floor} have known faults. Run it with a newer Node: see docs/advisories.md.`;
