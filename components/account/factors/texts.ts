export const factorTexts = {
  title: "Second factor",
  loading: "Loading second factors…",
  none: "You sign in with a password alone. With a second factor a stolen password is of no use.",
  bySso: (provider: string) => `You sign in at ${provider}. Set up your second factor there.`,
  ssoProvider: "your provider",
  app: "Authenticator app",
  appNone: "Codes from an app on your phone.",
  since: "Set up",
  setUp: "Set up",
  remove: "Remove",
  passkeys: "Passkeys",
  passkeysNone: "Sign in with your fingerprint, face, PIN or security key, without a password.",
  addPasskey: "Add a passkey",
  added: "Added",
  lastUsed: "last used",
  neverUsed: "not used yet",
  synced: "Synced",
  rename: "Rename",
  renameLabel: (name: string) => `Rename ${name}`,
  removeLabel: (name: string) => `Remove ${name}`,
  recovery: "Recovery codes",
  recoveryLeft: (left: string, of: string) => `${left} of ${of} left. Each lets you in once if you lose your device.`,
  makeCodes: "Make new codes",
  failed: "Nothing was changed",
  cancel: "Cancel",
  done: "Done",
} as const;

export const totpTexts = {
  title: "Set up an authenticator app",
  scan: "Scan this code with your authenticator app.",
  qr: "QR code for your authenticator app",
  byHand: "Cannot scan it? Enter this key in the app:",
  copyKey: "Copy key",
  code: "Code that the app shows",
  confirm: "Confirm",
  making: "Making a key…",
  removeTitle: "Remove the authenticator app?",
  removeEffect: "Its codes stop working. Without any second factor your password alone signs you in.",
} as const;

export const passkeyTexts = {
  title: "Add a passkey",
  note: "Your browser asks for your fingerprint, face, PIN or security key.",
  name: "Name",
  nameNote: "To tell it from others, such as “Work laptop”.",
  usualName: "This device",
  add: "Add passkey",
  renameTitle: "Rename the passkey",
  renameNow: "Rename",
  removeTitle: "Remove the passkey?",
  removeEffect: (name: string) => `“${name}” no longer signs you in. Delete it on your device as well.`,
  unsupported: "This browser knows no passkeys.",
} as const;

export const recoveryTexts = {
  title: "Your recovery codes",
  note: "Keep them where you find them without your phone. They are shown only now, and each works once.",
  list: "Recovery codes",
  copy: "Copy all",
  copied: "Copied",
  download: "Download",
  print: "Print",
  fileName: "switchboard-recovery-codes.txt",
  fileTitle: (email: string) => `Switchboard recovery codes of ${email}`,
  makeTitle: "Make new recovery codes?",
  makeEffect: "Those that you have stop working.",
} as const;

export const requiredTexts = {
  title: "Set up a second factor",
  why: "Your administrator requires one for everybody. It takes a minute.",
  bySso: (provider: string) =>
    `Your administrator requires a second factor, and ${provider} did not say that you used one. Set it up there, then sign in again.`,
  signInAgain: "Sign in again",
  signOut: "Sign out",
  anyProvider: "your provider",
} as const;
