/**
 * The part of a statement that keeps answers under their requests' ids, where one statement does all of a batch
 * (decision 0003), of a SELECT that answers customer_id, request_id, input_hash, answer and position_id: of an
 * order that is filled at once the position stands for the answer. An id that is known fails the statement.
 */
export const requestsFrom = (select: string) => `
    INSERT INTO client_request (customer_id, request_id, input_hash, answer, position_id)
    SELECT customer_id, request_id, input_hash, answer, position_id FROM (${select}) answered`;
