/**
 * Loads the package for passkeys. It consists of more than 300 modules, and most consoles use it seldom, so a start of
 * the console does not load it.
 */
export const loadWebAuthn = () => import("@simplewebauthn/server");
