/** The maximum lengths of a ticket and of a reason, in characters. */
export const maxTicketLength = 64;
export const maxReasonLength = 500;

/** True if a text can be a ticket: letters, digits, and a few characters that have no special meaning in a URL. */
export const isTicket = (text: string) =>
  text.length <= maxTicketLength && /^[\p{L}\p{N}][\p{L}\p{N} _.:@+-]*$/u.test(text);

/**
 * Returns the key by which tickets are compared. Letter case does not matter: INC-12 and inc-12 are the same ticket.
 */
export const ticketKeyOf = (ticket: string) => ticket.trim().normalize("NFKC").toLowerCase().slice(0, maxTicketLength);
