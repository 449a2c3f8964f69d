/** The password of every demo persona. Known to everybody: demo mode listens on loopback only. */
export const demoPassword = "demo demo demo";
