/** As the contract has them; its file would bring the whole checker of forms along. */
export const fileBytesMax = 1024 * 1024;
export const columnsLine = "bank_id,date,currency,amount,reference,counterparty";
