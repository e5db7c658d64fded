import type { AccountView } from '@bank/contract/accounts/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { alice, savings, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { HiddenAmounts } from '../ui/hidden-amounts.ts'
import { AccountPicker } from './account-picker.tsx'

const main = alice().account

test('a customer with one account has no choice of accounts', async () => {
  const { bank } = open([main])
  await waitFor(() => expect(bank.requestsTo('GET /api/accounts')).toHaveLength(1))
  expect(screen.queryByRole('button')).toBeNull()
})

test('the choice names the account of the page with the end of its number and its balance', async () => {
  open([main, savings()])
  const button = await screen.findByRole('button')
  expect(button.textContent).toBe('Account: Checking Account··ending in 9385$100.00')
  cleanup()
  open([main, savings()], '/transactions?account=5550001234')
  expect((await screen.findByRole('button')).textContent).toBe('Account: Savings··ending in 1234$20.00')
})

test('another account is chosen with the keyboard alone, and Escape closes the list', async () => {
  const { address } = open([main, savings()])
  ;(await screen.findByRole('button')).focus()
  await userEvent.keyboard('{Enter}')
  expect(choices()).toEqual([
    'All accounts',
    'Checking Account4027719385, main account$100.00',
    'Savings5550001234$20.00',
  ])
  expect(screen.getByRole('link', { current: true }).textContent).toContain('Checking Account')
  await userEvent.keyboard('{Escape}')
  expect(screen.queryByRole('list')).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('button'))
  await userEvent.keyboard('{Enter}{Tab}{Tab}{Tab}{Enter}')
  expect(address()).toBe('/transactions?account=5550001234')
  expect(screen.queryByRole('list')).toBeNull()
})

test('a choice keeps the filters and drops the page, the open row and the step of the account before', async () => {
  const { address } = open(
    [main, savings()],
    '/transactions?q=rent&cursor=abc&tx=0199&step=review&status=failed&account=5550001234',
  )
  await choose('Checking Account')
  expect(address()).toBe('/transactions?q=rent&status=failed')
})

test('a closed account is offered on its own pages alone', async () => {
  const closed = savings({ closedAt: '2026-03-07T14:15:00.000Z' })
  const holidays = savings({ number: '6660001111', name: 'Holidays' })
  open([main, closed, holidays])
  await userEvent.click(await screen.findByRole('button'))
  expect(choices().join()).not.toContain('Savings')
  cleanup()
  open([main, closed], '/transactions?account=5550001234')
  await userEvent.click(await screen.findByRole('button'))
  expect(choices()).toEqual([
    'All accounts',
    'Checking Account4027719385, main account$100.00',
    'Savings5550001234, closed$20.00',
  ])
})

test('all accounts are the first choice of a page that can show them, and of no other', async () => {
  const { address } = open([main, savings()], '/transactions?q=rent&cursor=abc&tx=0199')
  await choose('All accounts')
  expect(address()).toBe('/transactions?q=rent&account=all')
  const button = screen.getByRole('button')
  expect(button.textContent).toBe('Account: All accounts')
  await userEvent.click(button)
  expect(screen.getByRole('link', { current: true }).textContent).toBe('All accounts')
  await userEvent.click(screen.getByRole('link', { name: /^Checking Account/ }))
  expect(address()).toBe('/transactions?q=rent')
  cleanup()
  open([main, savings()], '/statement')
  await userEvent.click(await screen.findByRole('button'))
  expect(choices()).toHaveLength(2)
})

test('the list leads to the page of accounts', async () => {
  open([main, savings()])
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('link', { name: 'Manage accounts' }).getAttribute('href')).toBe('/accounts')
})

test('hidden amounts are hidden in the choice of accounts', async () => {
  open([main, savings()], '/dashboard', true)
  await userEvent.click(await screen.findByRole('button'))
  expect(screen.getByRole('list').textContent).toContain('Amount hidden')
  expect(document.body.textContent).not.toContain('$')
})

function open(accounts: AccountView[], path = '/transactions', isHidden = false) {
  const bank = stubbedBank({ 'GET /api/accounts': () => ({ accounts }) })
  vi.stubGlobal('fetch', bank.fetch)
  const { address } = visit(
    path.replace(/\?.*/, ''),
    <HiddenAmounts value={isHidden}>
      <AccountPicker />
    </HiddenAmounts>,
    path,
  )
  return { bank, address }
}

async function choose(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button'))
  await userEvent.click(within(screen.getByRole('list')).getByRole('link', { name: new RegExp(`^${name}`) }))
}

function choices(): (string | null)[] {
  return screen.getAllByRole('listitem').map(({ textContent }) => textContent)
}
