import { endpoints } from '@bank/contract/endpoints'
import type { HistoryRow } from '@bank/contract/transactions/view'
import { altered } from './answers.ts'
import type { Action } from './page-actions.ts'

/** A hundred letters without a space. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100)
/** Fifteen digits. */
export const hugeAmount = '9999999999999.99'
/** The id of no transaction. */
export const unknownId = '019a0000-0000-7000-8000-000000000000'
export const markup = '<script>alert("paid")</script><b>bold</b>'
export const rightToLeft = 'העברה אל נועה לוי, בנק הים התיכון'

/** The signed-in user has a name of a hundred letters and a balance of fifteen digits. */
export const richAndLongNamed: readonly Action[] = [
  altered(endpoints.checkSession, ({ session }) => ({
    session: session && { ...session, user: { ...session.user, name: longName } },
  })),
  altered(endpoints.readMe, ({ account, ...me }) => ({
    ...me,
    name: longName,
    street: longName,
    account: { ...account, balance: hugeAmount, inTransit: hugeAmount, booked: hugeAmount },
  })),
]

type HistoryEndpoint = typeof endpoints.listTransactions | typeof endpoints.listUserTransactions

/** The first rows of a history have a word of a hundred letters, markup, right-to-left text, and a huge amount. */
export const oddRows = (history: HistoryEndpoint): Action =>
  altered(history, (page) => ({
    ...page,
    total: null,
    transactions: page.transactions.map((row, position) => ({ ...row, ...odd[position] })),
  }))

const odd: readonly Partial<HistoryRow>[] = [
  { counterparty: longName },
  { counterparty: markup, status: 'failed' },
  { counterparty: rightToLeft, status: 'pending' },
  {
    counterparty: null,
    description: 'Account funded',
    amount: hugeAmount,
    type: 'credit',
    balanceAfter: hugeAmount,
  },
]

export const noRows = (history: HistoryEndpoint): Action =>
  altered(history, () => ({ transactions: [], firstRow: 1, total: 0, nextCursor: null }))

/** The session of a user whose email was never confirmed. */
export const emailUnconfirmed = altered(endpoints.checkSession, ({ session }) => ({
  session: session && { ...session, user: { ...session.user, isEmailUnconfirmed: true } },
}))
