/** The password of every demo persona. It is public, so the demo mode only listens on loopback addresses. */
export const demoPassword = "demo demo demo";
