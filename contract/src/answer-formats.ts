import * as z from 'zod/mini'

/** A moment in an answer: ISO 8601 in UTC. */
export const moment = z.iso.datetime()

/** An amount in an answer: a decimal string with two decimals, negative where money is owed. */
export const decimal = z.string().check(z.regex(/^-?\d+\.\d{2}$/))
