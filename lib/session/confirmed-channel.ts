/** The channel on which a tab tells the browser's other tabs that the person has proved their identity again. */
const channelName = "switchboard-confirmed";

export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/**
 * Calls `onConfirmed` when the person has proved their identity in a different tab. Returns a function that stops
 * listening.
 */
export function onConfirmedElsewhere(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onConfirmed;
  return () => channel.close();
}
