const plural = (count: number, one: string, other: string) => `${count} ${count === 1 ? one : other}`;

export const trayButtonTexts = {
  title: "My operations",
  label: (running: number, unseen: number) => {
    const facts = [
      ...(running > 0 ? [`${running} running`] : []),
      ...(unseen > 0 ? [plural(unseen, "needs attention", "need attention")] : []),
    ];
    return facts.length === 0 ? "My operations" : `My operations: ${facts.join(", ")}`;
  },
} as const;
