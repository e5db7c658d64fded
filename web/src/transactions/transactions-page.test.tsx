import type { AccountView } from '@bank/contract/accounts/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { describe, expect, test, vi } from 'vitest'
import { alice, refused, savings, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { noteBankTime } from '../api/bank-clock.ts'
import { hideAmounts } from '../ui/hidden-amounts.ts'
import { TransactionsPage } from './transactions-page.tsx'

const funding = toErik({
  id: 'f',
  type: 'credit',
  amount: '1234.50',
  description: 'Account funded',
  counterparty: null,
  status: 'success',
  balanceAfter: '1294.50',
})
const refund = toErik({
  id: 'r',
  amount: '5.00',
  description: 'Transfer to Bo',
  counterparty: null,
  beneficiary: null,
  status: 'failed',
  balanceAfter: '55.00',
})
const returned = {
  ...refund,
  id: 'c',
  type: 'credit',
  description: 'Returned: Transfer to Bo',
  change: 'returned',
  isReturn: true,
  balanceAfter: '60.00',
} as const
const takenBack = toErik({
  id: 't',
  description: 'Taken back: Transfer from Bo',
  counterparty: null,
  status: 'failed',
  change: 'taken_back',
  isReturn: true,
})

describe('the history', () => {
  test('the history shows a credit with a plus and any other type with a minus, grouped and with two decimals', async () => {
    open({ transactions: [toErik(), funding] })
    expect(await cellsOf('Erik Holm')).toEqual([
      '1',
      'debit',
      '-$40.00 Balance $60.00',
      expect.anything(),
      'pending',
      '03/07/2026',
    ])
    expect(await cellsOf('Account funded')).toEqual([
      '2',
      'credit',
      '+$1,234.50 Balance $1,294.50',
      'Account funded',
      'success',
      '03/07/2026',
    ])
  })

  test('a row of the history shows the payee first, and its whole text is the description', async () => {
    open({ transactions: [toErik()] })
    const row = (await screen.findByText('03/07/2026')).closest('tr')
    const [, , , description] = within(row!).getAllByRole('cell')
    expect(description!.textContent).toBe(toErik().description)
    for (const hidden of description!.querySelectorAll('.sr-only')) hidden.remove()
    const [payee, rest] = description!.querySelector('[data-lead] + span')!.children
    expect(payee!.textContent).toBe('Erik Holm')
    expect(rest!.textContent.trim()).toBe('3210, Northern Savings')
  })

  test('a reference stands behind the payee, before the rest of the description', async () => {
    open({ transactions: [toErik({ reference: 'March rent' })] })
    const reference = await screen.findByText('March rent')
    expect(reference.parentElement!.textContent.trim()).toBe(
      'March rent, 9876543210, Northern Savings, 1 Quay Road, Oslo, SWIFT DNBANOKK, routing NO9386011117947',
    )
  })

  test('a return is a row of its own, with its balance, and nothing is struck through', async () => {
    open({ transactions: [returned, refund, takenBack] })
    expect(await cellsOf('Returned: Transfer to Bo')).toEqual([
      '1',
      'credit',
      '+$5.00 Balance $60.00',
      expect.anything(),
      'returned',
      '03/07/2026',
    ])
    expect((await cellsOf('^Transfer to Bo')).slice(2, 5)).toEqual([
      '-$5.00 Balance $55.00',
      expect.anything(),
      'failed',
    ])
    expect((await cellsOf('Taken back: Transfer from Bo'))[4]).toBe('taken back')
    expect(document.querySelector('.line-through')).toBeNull()
  })

  test('money that stays the customer’s own has two arrows and no colour, in either direction', async () => {
    const own = { counterparty: null, beneficiary: null } as const
    open({
      transactions: [
        toErik({ id: 'a', kind: 'pot_in', pot: 'Bike', description: 'Moved into “Bike”', ...own }),
        toErik({ id: 'b', kind: 'own_transfer', type: 'credit', description: 'From Savings', ...own }),
        toErik({ id: 'c', description: 'Rent', ...own }),
      ],
    })
    const looks = []
    for (const text of ['Moved into', 'From Savings', 'Rent']) {
      const amount = (await screen.findByText(new RegExp(text))).closest('tr')!.querySelectorAll('td')[2]!
      const [sign] = /[-+]/.exec(amount.textContent)!
      looks.push([
        sign,
        amount.querySelector('svg')!.classList.contains('lucide-arrow-left-right'),
        amount.querySelector('.text-debit, .text-credit') !== null,
      ])
    }
    expect(looks).toEqual([
      ['-', true, false],
      ['+', true, false],
      ['-', false, true],
    ])
  })

  test('hidden amounts are hidden in the rows of the history', async () => {
    hideAmounts(true)
    open({ transactions: [toErik(), funding] })
    expect((await cellsOf('Account funded'))[2]).toBe('••••••Amount hidden Balance ••••••Amount hidden')
    expect(document.body.textContent).not.toContain('$')
    hideAmounts(false)
  })

  test('the rows of a day are together under its heading, and the S/N goes on', async () => {
    noteBankTime(Date.parse('2026-03-08T10:00:00Z'))
    const on = (id: string, createdAt: string) => toErik({ id, createdAt })
    open({
      transactions: [
        on('a', '2026-03-08T09:00:00Z'),
        on('b', '2026-03-07T23:59:59Z'),
        on('c', '2026-03-07T00:00:00Z'),
        on('d', '2026-03-06T23:59:59Z'),
      ],
      firstRow: 21,
    })
    await screen.findByText('03/08/2026')
    const groups = [...document.querySelectorAll('tbody')].map((group) => [
      group.dataset.heading,
      group.dataset.beside,
      [...group.querySelectorAll('td:first-child')].map(({ textContent }) => textContent),
    ])
    expect(groups).toEqual([
      ['Today', 'Today', ['21']],
      ['Yesterday', 'Yesterday', ['22', '23']],
      // A table has the date in each row.
      ['Mar 6, 2026', 'Friday', ['24']],
    ])
  })

  test('the history has the specified columns in their order', async () => {
    open({ transactions: [refund] })
    const headers = await screen.findAllByRole('columnheader')
    // Those that sort are buttons, and text for the screen readers of a phone.
    expect(headers.map((header) => (header.querySelector('button') ?? header).textContent)).toEqual([
      'S/N',
      'Type',
      'Amount',
      'Description',
      'Status',
      'Date',
    ])
  })

  test('the history numbers its rows over all pages and pages forward and back', async () => {
    const bank = open((cursor) =>
      cursor === 'second'
        ? { transactions: [funding], firstRow: 21, total: 21, nextCursor: null }
        : { transactions: [toErik()], firstRow: 1, total: 21, nextCursor: 'second' },
    )
    await screen.findByText(/Erik Holm/)
    await userEvent.click(screen.getByRole('button', { name: 'Next' }))
    expect((await cellsOf('Account funded'))[0]).toBe('21')
    expect(screen.getByText('Showing 21–21 of 21')).toBeDefined()
    expect(bank.address()).toBe('/transactions?cursor=second')
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    expect((await cellsOf('Erik Holm'))[0]).toBe('1')
    expect(bank.address()).toBe('/transactions')
  })

  test('the history opens the page in the URL, from which Previous leads to the newest', async () => {
    const bank = open(
      (cursor) => ({ transactions: [funding], firstRow: cursor ? 41 : 1, total: null }),
      '?cursor=third',
    )
    expect((await cellsOf('Account funded'))[0]).toBe('41')
    expect(screen.getByText('Showing 41–41 of 1,000+')).toBeDefined()
    await userEvent.click(screen.getByRole('button', { name: 'Previous' }))
    expect(bank.address()).toBe('/transactions')
  })

  test('an empty history says so', async () => {
    open({ transactions: [] })
    expect(await screen.findByText('No transactions found!')).toBeDefined()
  })

  test('a history that failed to load says so in a toast and on the page, and can be loaded again', async () => {
    let reachable = false
    open(() => (reachable ? { transactions: [toErik()] } : refused('busy')))
    expect(await screen.findByText('Error fetching transactions')).toBeDefined()
    expect(screen.getByText('The bank is busy. Try again in a moment')).toBeDefined()
    reachable = true
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByText(/Erik Holm/)).toBeDefined()
  })
})

type Page = { transactions: unknown[]; firstRow?: number; total?: number | null; nextCursor?: string | null }

function open(page: Page | ((cursor: string | null) => Page | Response), search = '') {
  const bank = stubbedBank({
    'GET /api/transactions': ({ query }) => {
      const answer = typeof page === 'function' ? page(query.get('cursor')) : page
      if (answer instanceof Response) return answer
      return { firstRow: 1, total: answer.transactions.length, nextCursor: null, ...answer }
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  return visit(
    `/transactions${search}`,
    <>
      <TransactionsPage />
      <Toaster />
    </>,
  )
}

test('the history is requested at once and shown with the choice of an account above it', async () => {
  const accounts = Promise.withResolvers<{ accounts: AccountView[] }>()
  const bank = stubbedBank({
    'GET /api/accounts': () => accounts.promise,
    'GET /api/transactions': () => ({ transactions: [], firstRow: 1, total: 0, nextCursor: null }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/transactions', <TransactionsPage />)
  const nothing = await screen.findByText('No transactions found!')
  expect(nothing.closest('[hidden]')).not.toBeNull()
  accounts.resolve({ accounts: [alice().account, savings()] })
  const choice = await screen.findByRole('button', { name: /^Account:/ })
  expect(nothing.closest('[hidden]')).toBeNull()
  expect(choice.compareDocumentPosition(nothing)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

async function cellsOf(text: string): Promise<(string | null)[]> {
  const row = (await screen.findByText(new RegExp(text))).closest('tr')!
  return within(row)
    .getAllByRole('cell')
    .map((cell) => (cell.querySelector('time') ?? cell).textContent)
}
