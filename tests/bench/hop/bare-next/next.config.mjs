/** Without this file, Next would use the console's configuration, which is in a parent folder. */
export default {};
