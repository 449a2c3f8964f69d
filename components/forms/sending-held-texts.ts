export const sendingHeldTexts = {
  reason: {
    paused: "Requests to the API are paused: nothing can be sent now.",
    credentials: "The API does not accept Switchboard's key: nothing can be sent now.",
  },
} as const;
