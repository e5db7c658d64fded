import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { alice, savings, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { publishActivity } from '../live/activity.ts'
import { History } from './history.tsx'
// Loaded ahead: the code of dialogs is fetched on first use.
import '../ui/dialog.tsx'

const main = alice().account
const other = savings()

/** Money moved from the main account to Savings: a row on each, with one id. */
const moved = { id: '0198c0de-0000-4000-8000-000000000007', kind: 'own_transfer', status: 'success' } as const
const own = { ...moved, counterparty: null, beneficiary: null }
const rows = [
  toErik({
    ...own,
    account: other.number,
    type: 'credit',
    description: `Moved from your account ${main.number}`,
    otherAccount: main.number,
  }),
  toErik({
    ...own,
    account: main.number,
    description: `Moved to your account ${other.number}`,
    otherAccount: other.number,
  }),
  toErik({ account: other.number }),
]

test('each row of all accounts names its account, and none has a balance', async () => {
  open('')
  await screen.findByText(/Erik Holm/)
  const names = screen.getAllByRole('button', { name: /, details$/ }).map(plainName)
  expect(names).toEqual([
    'From Checking Account ··9385, Savings 1234, details',
    'To Savings ··1234, Checking Account 9385, details',
    'Transfer to Erik Holm, Savings 1234, 3210, Northern Savings, details',
  ])
  expect(screen.queryByText(/Balance/)).toBeNull()
})

test('both rows of money between two accounts open, each with what is read for its own account', async () => {
  const bank = open('')
  const [first, second] = await screen.findAllByRole('button', { name: /, details$/ })
  await userEvent.click(first!)
  expect(bank.address()).toBe(`/transactions?account=all&tx=${moved.id}.${other.number}`)
  const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }))
  await waitFor(() => expect(bank.detailsOf()).toEqual([other.number]))
  expect(details.getByText('1 of 3 on this page')).toBeDefined()
  await userEvent.keyboard('{ArrowDown}')
  // A request without an account is about the main one.
  await waitFor(() => expect(bank.detailsOf()).toEqual([other.number, null]))
  expect(bank.address()).toBe(`/transactions?account=all&tx=${moved.id}.${main.number}`)
  await userEvent.keyboard('{Escape}')
  await waitFor(() => expect(document.activeElement).toBe(second))
})

test('a link to a transaction of all accounts opens it for its account, whatever page its row is on', async () => {
  const bank = open('&tx=0198c0de-0000-4000-8000-000000000009.5550001234')
  const details = within(await screen.findByRole('dialog', { name: 'Transaction details' }))
  const again = await details.findByRole('link', { name: 'Send again' })
  expect(bank.detailsOf()).toEqual([other.number])
  expect(again.getAttribute('href')).toBe(
    '/transfer?to=0198c0de-0000-4000-8000-000000000009&account=5550001234',
  )
})

test('activity on any account is new in the history of all', async () => {
  open('&cursor=second')
  await screen.findByText(/Erik Holm/)
  act(() => publishActivity([{ id: 'new', account: other.number }]))
  expect(screen.getByText('New activity')).toBeDefined()
})

/** The name of a button without the marks of its writing direction. */
function plainName(button: HTMLElement): string {
  return button.getAttribute('aria-label')!.replace(/[\u2068\u2069]/g, '')
}

function open(search: string) {
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/accounts': () => ({ accounts: [main, other] }),
    'GET /api/transactions': () => ({ transactions: rows, firstRow: 1, total: 3, nextCursor: null }),
    'GET /api/transactions/:id': ({ path }) => ({
      ...toErik({ id: path.split('/').at(-1)! }),
      timeline: [],
      note: '',
      payeeNameMasked: null,
      roundUp: null,
    }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(`/transactions?account=all${search}`, <History />)
  return {
    address,
    /** The accounts that details were requested for. */
    detailsOf: () =>
      bank.requests
        .filter(({ path }) => /^\/api\/transactions\/./.test(path))
        .map(({ query }) => query.get('account')),
  }
}
