import { hasRight } from '@bank/contract/rights'
import { canonicalAmount } from '@bank/contract/typed-amount'
import type { Currency } from '@bank/ledger/currency'
import { parseAmount } from '@bank/ledger/money'
import type { Bank } from '../../bank.ts'
import type { Verb } from '../../call.ts'
import { searchCases } from '../../support/case.ts'
import { readSecondsBehind } from '../../transaction-list/behind.ts'
import {
  findListed,
  type ListedRow,
  type ListedSelection,
  readSearchedText,
} from '../../transaction-list/listed-selection.ts'
import { findAccountsByDigits, findUsers, readSearch } from '../../users/user-search.ts'
import { listedTransactionOf } from '../transactions/listed-transaction-view.ts'
import { recordListOpened } from '../users/user-opened.ts'

// Of each kind. What is not among them needs more of the text, or the page of its kind.
const foundMax = 5

/** The first few of everything that a text finds. Writes an audit event. */
export const searchBank: Verb<'searchBank'> = async ({ bank, actor, query: { q }, now }) => {
  const { db } = bank
  await recordListOpened(bank, { actorId: actor.userId, action: 'transactions_listed', now })
  const search = await readSearch(db, q)
  const selection = { search: { ...search, digits: undefined }, state: undefined }
  const page = { order: 'newest', after: undefined, limit: foundMax } as const
  const mayReadMessages = hasRight(actor.role, 'read_messages')
  const [customers, accounts, transactions, behindSeconds, messages] = await Promise.all([
    findUsers(db, selection, page),
    search.digits === undefined ? [] : findAccountsByDigits(db, search.digits, foundMax),
    findTransactions(bank, q, { readerId: actor.userId, ...page }, now),
    readSecondsBehind(db, now),
    mayReadMessages ? searchCases(db, q, foundMax) : [],
  ])
  return {
    customers: customers.map(({ id, name, email }) => ({ id, name, email })),
    accounts,
    transactions: transactions.map(listedTransactionOf),
    behindSeconds,
    messages: messages.map(({ id, subject, email, createdAt }) => ({ id, subject, email, createdAt })),
  }
}

/** Those with exactly this reference, or of exactly the amount, if the text is one, then those that the text finds. */
async function findTransactions(
  { db, config: { timeZone } }: Bank,
  q: string,
  page: Parameters<typeof findListed>[2],
  now: Date,
): Promise<ListedRow[]> {
  const amount = exactAmount(q)
  const text = await readSearchedText(db, q)
  const selections: Pick<ListedSelection, 'filter' | 'text'>[] = [
    { filter: { reference: text.reference }, text: undefined },
    ...(amount ? [{ filter: amount, text: undefined }] : []),
    { filter: {}, text },
  ]
  const found = await Promise.all(
    selections.map((selection) => findListed(db, { ...selection, timeZone, now }, page)),
  )
  return [...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, foundMax)
}

const currencies: Readonly<Record<string, Currency>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

/** The amount that a text is, of every currency unless it has the sign of one. */
function exactAmount(text: string) {
  const [, sign, typed = ''] = /^\s*([$€£])?\s*(\d[\d.,\s]*)$/.exec(text) ?? []
  const parsed = parseAmount(canonicalAmount(typed))
  if (!('minor' in parsed)) return undefined
  return {
    minAmount: parsed.minor,
    maxAmount: parsed.minor,
    currency: sign === undefined ? undefined : currencies[sign],
  }
}
