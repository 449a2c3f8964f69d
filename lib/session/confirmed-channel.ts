/** Tells the tabs of this browser that the person has proved again, in one of them, who they are. */
const channelName = "switchboard-confirmed";

export function announceConfirmed(): void {
  const channel = new BroadcastChannel(channelName);
  channel.postMessage(null);
  channel.close();
}

/** Calls `onConfirmed` when another tab announces it; gives what ends that. */
export function onConfirmedElsewhere(onConfirmed: () => void): () => void {
  const channel = new BroadcastChannel(channelName);
  channel.onmessage = onConfirmed;
  return () => channel.close();
}
