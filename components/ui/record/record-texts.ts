export const proposalFactTexts = {
  proposal: "Proposed by",
  openProposal: "An assistant: open the proposal",
} as const;

export const developerTexts = {
  title: "Raw data",
  developer: "Developer",
} as const;
