/** Texts about the end of a session. */
export const sessionEndTexts = {
  idleTitle: "Are you still there?",
  finalTitle: "Your session is about to end",
  endsAt: "You will be signed out at",
  idle: "You have not used Switchboard for a while. Stay signed in to continue.",
  final:
    "A session lasts twelve hours at most, so this one cannot be extended. Finish what you are doing, or sign in again afterwards: this page stays as it is.",
  stay: "Stay signed in",
  staying: "Extending…",
  goOn: "Continue",
  signOut: "Sign out",
  signOutFailed: "Signing out failed. Check the connection and try again.",
  extended: "You stay signed in",
  over: "Your session has ended",
  overExplained: "This page stays as it is. Sign in again to continue here.",
  changed: "Another person has signed in",
  changedExplained: "Another person now uses Switchboard in this browser. Reload the page to continue as them.",
  signIn: "Sign in again",
  reload: "Reload the page",
} as const;
