/** The longest ticket and the longest reason of a write, in characters. */
export const maxTicketLength = 64;
export const maxReasonLength = 500;

/** Whether a text can name a ticket: letters, digits and a few signs, of which none is special in an address. */
export const isTicket = (text: string) =>
  text.length <= maxTicketLength && /^[\p{L}\p{N}][\p{L}\p{N} _.:@+-]*$/u.test(text);

/** Tickets as they are compared: people write INC-12 and inc-12 and mean the same one. */
export const ticketKeyOf = (ticket: string) => ticket.trim().normalize("NFKC").toLowerCase().slice(0, maxTicketLength);
