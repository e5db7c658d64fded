import * as z from 'zod/mini'

/** A moment in an answer: ISO 8601 in UTC, as JSON has the `Date` of the server. */
export const moment = z.iso.datetime() as unknown as z.ZodMiniType<string, Date>

/** An amount in an answer: a decimal string with two decimals, negative where money is owed. */
export const decimal = z.string().check(z.regex(/^-?\d+\.\d{2}$/))

/** The number of an account of the bank (departure 16). */
export const accountNumberPattern = /^\d{10}$/

/** The number of an account of the bank in an answer. */
export const accountNumber = z.string().check(z.regex(accountNumberPattern))

/** A user in an answer about something else. */
export const person = z.object({ id: z.uuid(), name: z.string() })
