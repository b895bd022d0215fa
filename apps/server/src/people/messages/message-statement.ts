/**
 * The part of a statement that writes messages, where one statement does all of a batch (decision 0003), of a
 * SELECT that answers customer_id, kind, params, link and sent_at. Whoever uses it says what it returns, and
 * tells the streams.
 */
export const messagesFrom = (select: string) => `
    INSERT INTO message (customer_id, kind, params, link, sent_at)
    SELECT customer_id, kind, params, link, sent_at FROM (${select}) told`;
