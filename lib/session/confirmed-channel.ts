/** Informs the other tabs of this browser that the person has proved their identity again. */
const channelName = "switchboard-confirmed";

export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls `onConfirmed` when another tab announces it; returns a function that stops listening. */
export function onConfirmedElsewhere(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onConfirmed;
  return () => channel.close();
}
