export const rawTexts = {
  search: "Search what the API sent",
  shown: (shown: number, all: number) => (shown === all ? `${all} members` : `${shown} of ${all} members`),
  cut: "Only the first ones are shown; copy has all.",
  copy: "Copy what the API sent",
  unknown: "Not known to the console",
  known: "Shown above in the console's words",
  nothingUnknown: "The console knows every member that the API sent.",
} as const;
