import { hasRight } from '@bank/contract/roles/rights'
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
  type SearchedText,
} from '../../transaction-list/listed-selection.ts'
import { findAccountsByDigits, findUsers, readSearch } from '../../users/user-search.ts'
import { searchApprovals } from '../approvals/approval.ts'
import { viewOf } from '../approvals/approval-views.ts'
import { listedTransactionOf } from '../transactions/listed-transaction-view.ts'
import { recordListOpened } from '../users/user-opened.ts'

// Of each kind. What is not among them needs more of the text, or the page of its kind.
const foundMax = 5

/** The first few of everything that a text finds. Writes an audit event. */
export const searchBank: Verb<'searchBank'> = async ({ bank, actor, query: { q }, now }) => {
  const { db } = bank
  await recordListOpened(bank, { actorId: actor.userId, action: 'transactions_listed', now })
  const [search, text] = await Promise.all([readSearch(db, q), readSearchedText(db, q)])
  const amount = exactAmount(q)
  const selection = { search: { ...search, digits: undefined }, state: undefined }
  const page = { order: 'newest', after: undefined, limit: foundMax } as const
  const mayReadMessages = hasRight(actor.role, 'read_messages')
  const mayReadApprovals = hasRight(actor.role, 'read_approvals')
  const sought = { words: search.words, ids: text.ids, amount }
  const [{ users: customers }, accounts, transactions, behindSeconds, messages, approvals] =
    await Promise.all([
      findUsers(db, selection, page),
      search.digits === undefined ? [] : findAccountsByDigits(db, search.digits, foundMax),
      findTransactions(bank, { text, amount }, { readerId: actor.userId, ...page }, now),
      readSecondsBehind(db, now),
      mayReadMessages ? searchCases(db, q, { readerId: actor.userId, limit: foundMax }) : [],
      mayReadApprovals ? searchApprovals(db, sought, { now, limit: foundMax }) : [],
    ])
  return {
    customers: customers.map(({ id, name, email }) => ({ id, name, email })),
    accounts,
    transactions: transactions.map(listedTransactionOf),
    behindSeconds,
    messages: messages.map(({ id, subject, email, createdAt }) => ({ id, subject, email, createdAt })),
    approvals: approvals.map((approval) => viewOf(approval, actor)),
  }
}

/** Those with exactly this reference, or of exactly the amount, if the text is one, then those that the text finds. */
async function findTransactions(
  { db, config: { timeZone } }: Bank,
  { text, amount }: { text: SearchedText; amount: ExactAmount | undefined },
  page: Parameters<typeof findListed>[2],
  now: Date,
): Promise<ListedRow[]> {
  const ofAmount = amount && {
    minAmount: amount.minor,
    maxAmount: amount.minor,
    currency: amount.currency,
  }
  const selections: Pick<ListedSelection, 'filter' | 'text'>[] = [
    { filter: { reference: text.reference }, text: undefined },
    ...(ofAmount ? [{ filter: ofAmount, text: undefined }] : []),
    { filter: {}, text },
  ]
  const found = await Promise.all(
    selections.map((selection) => findListed(db, { ...selection, timeZone, now }, page)),
  )
  return [...new Map(found.flat().map((row) => [row.id, row])).values()].slice(0, foundMax)
}

const currencies: Readonly<Record<string, Currency>> = { $: 'USD', '€': 'EUR', '£': 'GBP' }

type ExactAmount = { readonly minor: bigint; readonly currency: Currency | undefined }

/** The amount that a text is, of every currency unless it has the sign of one. */
function exactAmount(text: string): ExactAmount | undefined {
  const [, sign, typed = ''] = /^\s*([$€£])?\s*(\d[\d.,\s]*)$/.exec(text) ?? []
  const parsed = parseAmount(canonicalAmount(typed))
  if (!('minor' in parsed)) return undefined
  return { minor: parsed.minor, currency: sign === undefined ? undefined : currencies[sign] }
}
