/** The field names that pages show instead of the API's names. */
const fieldNames: Readonly<Record<string, string>> = {
  companyName: "Company name",
  plan: "Plan",
  term: "Term",
  usersCount: "Number of users",
  "adminUser.email": "Administrator's e-mail address",
  "console.ticket": "Ticket",
  "console.reason": "Reason",
  at: "Start",
  until: "End",
};

/**
 * Returns an error and the name of its field as one sentence. If the API's message starts with the name, the name is
 * not repeated. Switchboard's own messages continue the name: "Plan" + "must not be empty".
 */
export function fieldErrorText({ field, message }: { field?: string | undefined; message: string }): string {
  if (field === undefined) return message;
  const name = fieldNames[field] ?? field;
  const start = message.toLowerCase();
  if ([field, name].some((word) => start === word.toLowerCase() || start.startsWith(`${word.toLowerCase()} `))) {
    return `${message.charAt(0).toUpperCase()}${message.slice(1)}`;
  }
  return /^(must|is|has|are|cannot|contains) /.test(message) ? `${name} ${message}` : `${name}: ${message}`;
}
