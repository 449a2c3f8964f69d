/** The password of every demo persona. It is public, so demo mode listens on loopback only. */
export const demoPassword = "demo demo demo";
