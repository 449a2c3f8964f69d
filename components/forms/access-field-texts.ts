export const accessFieldTexts = {
  role: "Role",
  environments: "Environments",
  may: "With this role a person may:",
  compare: "Compare all roles",
} as const;
