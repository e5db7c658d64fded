import { type Currency, currencyOf } from '@bank/ledger/currency'
import * as z from 'zod/mini'
import { accountTypes } from '../option-lists.ts'
import { id } from '../rules/id.ts'
import { choice } from '../rules/text.ts'
import { visibleLineOrNone } from '../rules/visible-line.ts'

/** An option list's value or its symbol, such as `USD` or `$` (departure 30). */
export const currency = z.pipe(
  z
    .string('Currency is required')
    .check(
      z.refine((text) => currencyOf(text) !== undefined, { error: 'Currency is required', abort: true }),
    ),
  z.transform((text: string): Currency => currencyOf(text)!),
)

// Another form than a number's finds no account, as an unknown number does.
export const accountNumber = z.string().check(z.maxLength(40))

/** The same, or `all` (`allAccounts`). */
export const accountNumberOrAll = z.string().check(z.maxLength(40))

/**
 * The part of a query that says which of the caller's accounts a request is about, by its number. Without it, it is the main
 * account. The server resolves it before the use case.
 */
export const accountChoice = { account: z.optional(accountNumber) }

/** The query of a request that takes nothing else. */
export const ofAccount = z.object(accountChoice)

export const accountPath = z.object({ number: accountNumber })

const accountName = visibleLineOrNone({ field: 'Name', lengthMax: 40 })

/** A further account. The caller creates the id, so a repeat under the same id opens one account. An empty name is none. */
export const accountOpening = z.strictObject({
  openingId: id('Opening ID is required'),
  accountType: choice(accountTypes, 'Account type is required'),
  currency,
  name: z._default(accountName, ''),
})

/** The fields of the form; the id is added when it is sent. */
export const accountOpeningForm = z.omit(accountOpening, { openingId: true })

/** The customer's name for an account; an empty one removes it. */
export const accountNameForm = z.strictObject({ name: accountName })

export type AccountOpening = z.output<typeof accountOpening>
