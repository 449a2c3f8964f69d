export const rawTexts = {
  search: "Search raw data",
  shown: (shown: number, all: number) => (shown === all ? `${all} fields` : `${shown} of ${all} fields`),
  cut: "Only the first ones are shown. Copy to get all.",
  copy: "Copy raw data",
  unknown: "Not known to Switchboard",
  known: "Also shown above",
  nothingUnknown: "Switchboard knows all of the raw data.",
} as const;
