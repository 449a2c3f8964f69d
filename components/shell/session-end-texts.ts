/** What is said about the end of a session. */
export const sessionEndTexts = {
  idleTitle: "Are you still there?",
  finalTitle: "Your session is about to end",
  endsAt: "You will be signed out at",
  idle: "Nothing has been asked of the console for a while. Stay signed in, and nothing changes.",
  final:
    "A session lasts twelve hours at most, so this one cannot be extended. Finish what you are doing, or sign in again afterwards: what is on this page stays.",
  stay: "Stay signed in",
  staying: "Extending…",
  goOn: "Go on",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
  extended: "You stay signed in",
  over: "Your session has ended",
  overExplained: "What is on this page stays as it is. Sign in again to go on here.",
  changed: "Somebody else has signed in",
  changedExplained: "In this browser the console now belongs to another person. Load the page anew to go on as them.",
  signIn: "Sign in again",
  reload: "Load the page anew",
} as const;
