/** Why a file holds no lines of prices that can be read; a sentence without its end. */
export class Unreadable extends Error {}
