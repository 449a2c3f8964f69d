/**
 * The maximum number of additional members in a creation, and the maximum length of a text in a creation, in
 * characters.
 */
export const maxFurtherMembers = 30;
export const maxTextLength = 200;

export const maxEmailLength = 320;

export const unsafeNames: ReadonlySet<string> = new Set(["__proto__", "constructor", "prototype"]);

/**
 * True if the value contains a member whose name could change an object's prototype in careless code. Nested values are
 * checked too.
 */
export function hasUnsafeName(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  return Object.entries(value).some(([name, member]) => unsafeNames.has(name) || hasUnsafeName(member));
}

/**
 * Returns what is wrong with a text of a creation. Undefined for a valid text. `what` describes the expected text, such
 * as "a plan".
 */
export function textProblem(value: unknown, what: string): string | undefined {
  if (typeof value !== "string" || value.trim() === "") return `must be ${what}`;
  return value.trim().length > maxTextLength ? `must be ${maxTextLength} characters or less` : undefined;
}

/** The form of an email address: exactly one `@`, and a domain with a dot. */
export const emailPattern = /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/;

/**
 * Returns what is wrong with an email address. Undefined for a valid address. The check is rough, because the API
 * decides what a valid address is (specification, section 7, rule 2). A domain must contain a dot, because no mail is
 * delivered to a domain without one.
 */
export function emailProblem(value: unknown): string | undefined {
  if (typeof value !== "string") return "must be an e-mail address";
  const email = value.trim();
  if (email.length > maxEmailLength) return `must be ${maxEmailLength} characters or less`;
  return emailPattern.test(email) ? undefined : "must be an e-mail address";
}

/** The longest address that mail servers accept (RFC 5321). */
const maxMailLength = 254;

/**
 * Returns why the API may refuse an address that {@link emailProblem} accepts. Undefined for an ordinary address, and
 * for a text that {@link emailProblem} does not accept. The specification names only "e-mail format", and validators of
 * this format accept plain letters, digits and a few signs.
 */
export function emailDoubt(value: string): string | undefined {
  const email = value.trim();
  if (email === "" || emailProblem(email) !== undefined) return undefined;
  if (email.length > maxMailLength)
    return `The API may refuse this address: it is longer than ${maxMailLength} characters.`;
  const atSign = email.lastIndexOf("@");
  const [name, domain] = [email.slice(0, atSign), email.slice(atSign + 1)];
  const isPlainName = /^[\w'+-]+(?:\.[\w'+-]+)*$/.test(name);
  const isPlainDomain = /^(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(domain);
  if (isPlainName && isPlainDomain) return undefined;
  const part = isPlainName ? "its domain" : "the part before the @";
  return `The API may refuse this address: ${part} has more than plain letters, digits and single dots, as in name@company.example.`;
}

/** Returns what is wrong with the number of users in a creation. Undefined for a valid number. */
export function usersCountProblem(value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return "must be a whole number";
  return Number(value) < 0 ? "must be 0 or more" : undefined;
}

interface CreationProblem {
  /** The path of the member, such as `adminUser.email`. Empty if the message is about the body as a whole. */
  member: string;
  message: string;
}

/**
 * Returns what is wrong with the body of a creation, by the console's own rules. The result is empty if the body can be
 * sent. The schema of the request checks the same rules, except that it accepts an address whose domain has no dot.
 */
export function creationProblems(body: Readonly<Record<string, unknown>>): CreationProblem[] {
  if (hasUnsafeName(body))
    return [{ member: "", message: `must not have members named ${[...unsafeNames].join(", ")}` }];
  const { companyName, plan, term, usersCount, adminUser } = body;
  const email = (adminUser as { email?: unknown } | undefined)?.email;
  const found = {
    companyName: textProblem(companyName, "the company's name"),
    plan: textProblem(plan, "a plan"),
    term: textProblem(term, "a term"),
    usersCount: usersCount === undefined ? undefined : usersCountProblem(usersCount),
    "adminUser.email": email === undefined ? undefined : emailProblem(email),
  };
  const problems = Object.entries(found).flatMap(([member, message]) => (message ? [{ member, message }] : []));
  const isTooMany = Object.keys(body).length > maxFurtherMembers;
  return isTooMany
    ? [...problems, { member: "", message: `must have ${maxFurtherMembers} members or fewer` }]
    : problems;
}
