import type { StatusPreview } from '@bank/contract/admin/transactions/view'
import type { Status } from '@bank/ledger/transaction-status'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { refused, stubbedBank, toErik, visit } from '../../../test/stubbed-bank.tsx'
import { StatusEffect } from './status-effect.tsx'

const erik = toErik()
const alice = { id: '0198c0de-0000-7000-8000-00000000a11c', name: 'Alice Moreno' }
const dora = { id: '0198c0de-0000-7000-8000-00000000d02a', name: 'Dora Newcomb' }

/** Alice has sent Dora $40.00, which has arrived. */
const arrived: StatusPreview = {
  status: 'success',
  history: [],
  takenBack: '0.00',
  disputable: '40.00',
  changes: [
    changeTo('pending', ['60.00', '60.00'], ['90.00', '50.00']),
    changeTo('success', ['60.00', '60.00'], ['90.00', '90.00']),
    changeTo('failed', ['60.00', '100.00'], ['90.00', '50.00']),
  ],
}

function changeTo(
  status: Status,
  [aliceBefore, aliceAfter]: readonly [string, string | null],
  [doraBefore, doraAfter]: readonly [string, string | null],
  refusal: string | null = null,
): StatusPreview['changes'][number] {
  return {
    status,
    refusal,
    balances: [
      { user: alice, accountNumber: '4027719385', isSender: true, before: aliceBefore, after: aliceAfter },
      { user: dora, accountNumber: '6315582094', isSender: false, before: doraBefore, after: doraAfter },
    ],
  }
}

function open(chosen: Status, answer: () => unknown, shown: Status = 'success') {
  const preview = `GET /api/admin/transactions/${erik.id}/status`
  vi.stubGlobal('fetch', stubbedBank({ [preview]: answer }).fetch)
  visit('/admin/users/1', <StatusEffect transaction={erik} shown={shown} chosen={chosen} />)
}

const balanceOf = (name: string) =>
  screen.getByText(name).closest('dt')?.nextSibling?.textContent?.replace('\u00a0', ' ')

test('a status that moves money shows whose, and each balance now and after', async () => {
  open('failed', () => arrived)
  expect(
    await screen.findByText('Returns $40.00 to Alice Moreno. Takes $40.00 from Dora Newcomb.'),
  ).toBeTruthy()
  expect([balanceOf('Alice Moreno'), balanceOf('Dora Newcomb')]).toEqual([
    '$60.00 → $100.00',
    '$90.00 → $50.00',
  ])
})

test('a status of an own transfer tells the two accounts of the customer apart by their numbers', async () => {
  const [change] = arrived.changes.slice(-1)
  const balances = change!.balances.map((balance) => ({ ...balance, user: alice }))
  open('failed', () => ({ ...arrived, changes: [{ ...change, balances }] }))
  await screen.findByText('Returns $40.00 to account 4027719385. Takes $40.00 from account 6315582094.')
  const rows = [...document.querySelectorAll('dt')].map((row) => [
    row.textContent,
    row.nextSibling?.textContent?.replace('\u00a0', ' '),
  ])
  expect(rows).toEqual([
    ['Balance of Alice MorenoAccount number 4027719385', '$60.00 → $100.00'],
    ['Balance of Alice MorenoAccount number 6315582094', '$90.00 → $50.00'],
  ])
})

test('the present status, and one that changes no balance, show the balances now', async () => {
  open('success', () => arrived)
  expect(await screen.findByText('This is the current status.')).toBeTruthy()
  expect(balanceOf('Dora Newcomb')).toBe('$90.00')
  cleanup()
  const unchanged = changeTo('pending', ['60.00', '60.00'], ['90.00', '90.00'])
  open('pending', () => ({ ...arrived, changes: [unchanged] }))
  expect(await screen.findByText('Changes no customer’s balance.')).toBeTruthy()
})

test('a status that the bank would refuse says why and shows no balance after it', async () => {
  const spent = changeTo('failed', ['60.00', null], ['10.00', null], 'Insufficient balance')
  open('failed', () => ({ ...arrived, changes: [spent] }))
  expect(await screen.findByText('The bank would refuse this change: Insufficient balance.')).toBeTruthy()
  expect([balanceOf('Alice Moreno'), balanceOf('Dora Newcomb')]).toEqual(['$60.00', '$10.00'])
})

test('balances that belong to another status than the dialog shows are not shown', async () => {
  const answer = vi.fn(() => arrived)
  open('failed', answer, 'pending')
  await waitFor(() => expect(answer).toHaveBeenCalled())
  expect(await screen.findByText('Loading')).toBeTruthy()
  expect(screen.queryByText('Alice Moreno')).toBeNull()
})

test('balances that cannot be loaded say so', async () => {
  open('failed', () => refused('own_account_edited'))
  expect(
    await screen.findByText('The effect on balances could not be loaded. You can’t change your own account'),
  ).toBeTruthy()
})
