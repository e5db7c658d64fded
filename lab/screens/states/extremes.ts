import type { MeView } from '@bank/contract/profile/view'
import type { SessionView } from '@bank/contract/sessions/view'
import type { TransactionPage, TransactionView } from '@bank/contract/transactions/view'
import type { Page } from '@playwright/test'
import { altered } from './answers.ts'

/** A hundred letters without a space. */
export const longName = 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3).slice(0, 100)
/** Fifteen digits. */
export const hugeAmount = '9999999999999.99'
export const markup = '<script>alert("paid")</script><b>bold</b>'
export const rightToLeft = 'העברה אל נועה לוי, בנק הים התיכון'

/** The signed-in user has an endless name and more money than there is. */
export async function richAndLongNamed(page: Page): Promise<void> {
  await altered<{ session: SessionView | null }>(page, '/api/sessions/current', ({ session }) => ({
    session: session && { ...session, user: { ...session.user, name: longName } },
  }))
  await altered<MeView>(page, '/api/me', ({ account, ...me }) => ({
    ...me,
    name: longName,
    street: longName,
    account: { ...account, balance: hugeAmount, inTransit: hugeAmount },
  }))
}

/** The first rows of a history have an endless word, markup, words from right to left, and a huge amount. */
export function oddRows(page: Page, path: string | RegExp = '/api/transactions'): Promise<void> {
  return altered<TransactionPage>(page, path, (history) => ({
    ...history,
    total: null,
    transactions: history.transactions.map((row, position) => ({ ...row, ...odd[position] })),
  }))
}

const odd: readonly Partial<TransactionView>[] = [
  { description: `Transfer to ${longName}` },
  { description: `Transfer to ${markup}`, status: 'failed' },
  { description: rightToLeft, status: 'pending' },
  { description: 'Account funded', amount: hugeAmount, type: 'credit' },
]

/** A history in which nothing has happened. */
export function noRows(page: Page, path: string | RegExp = '/api/transactions'): Promise<void> {
  const nothing: TransactionPage = { transactions: [], firstRow: 1, total: 0, nextCursor: null }
  return altered<TransactionPage>(page, path, () => nothing)
}

/** Lays the whole page out for a language that is read from right to left. */
export async function readFromTheRight(page: Page): Promise<void> {
  await page.locator('html').evaluate((html) => html.setAttribute('dir', 'rtl'))
}
