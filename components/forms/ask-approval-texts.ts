export const askTexts = {
  request: "Request approval",
  waits: "Your request waits for another person. Nothing was sent.",
  open: "Open the request",
} as const;
