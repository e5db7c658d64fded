import type { HistoryRow, TransactionDetailsView } from '@bank/contract/transactions/view'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { dropDrafts, keptDraft } from '../sessions/kept-drafts.ts'
import { TransactionDetails } from './transaction-details.tsx'

test("markup in a transaction's texts is shown as text", async () => {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  const bankName = '<img src=x onerror="window.stolen=1"><script>window.stolen=1</script>'
  const transaction = toErik()
  visit(
    '/transactions',
    <TransactionDetails
      transaction={{
        ...transaction,
        description: `Transfer to Erik Holm, 9876543210, ${bankName}`,
        beneficiary: { ...transaction.beneficiary!, bankName },
      }}
      more={undefined}
    />,
  )
  expect(screen.getByText(`${bankName}, 1 Quay Road, Oslo`).children).toHaveLength(0)
  expect(screen.getByText(`Transfer to Erik Holm, 9876543210, ${bankName}`).children).toHaveLength(0)
  expect(document.querySelector('script, img[src="x"]')).toBeNull()
})

test('the details of a transfer name the payee as typed, the account holder, and the reference', () => {
  const facts = factsOf({ reference: 'March rent' }, { payeeNameMasked: 'E••• H•••' })
  expect(facts.slice(0, 5)).toEqual([
    ['To', 'Erik Holm'],
    ['Account holder at this bank', 'E••• H•••'],
    ['Account number', '9876543210'],
    ['Bank', 'Northern Savings, 1 Quay Road, Oslo'],
    ['Reference', 'March rent'],
  ])
})

test('Send again gives the transfer form the payee, the amount and the reference', async () => {
  factsOf({ amount: '12.50', reference: 'March rent' })
  const again = screen.getByRole('link', { name: 'Send again' })
  expect(again.getAttribute('href')).toBe(`/transfer?to=${toErik().id}`)
  await userEvent.click(again)
  expect(keptDraft('transfer', undefined)).toEqual({
    payee: toErik().id,
    amount: '12.50',
    reference: 'March rent',
  })
  dropDrafts()
})

test('the details of received money name the payer', () => {
  const received = { type: 'credit', beneficiary: null, counterparty: 'Bruno Keller' } as const
  expect(factsOf({ ...received, reference: 'Dinner' }).slice(0, 2)).toEqual([
    ['From', 'Bruno Keller'],
    ['Reference', 'Dinner'],
  ])
  expect(factsOf({ ...received, counterparty: null })[0]![0]).toBe('Date and time')
  expect(screen.queryByRole('link', { name: 'Send back' })).toBeNull()
})

test('the details of money from another account have its number, and Send back gives it to the transfer form', async () => {
  const received = {
    type: 'credit',
    beneficiary: null,
    counterparty: 'Bruno Keller',
    amount: '7.50',
  } as const
  const payer = { ...toErik().beneficiary!, accountName: 'Bruno Keller', accountNumber: '5550001234' }
  expect(factsOf({ ...received, reference: 'Dinner' }, { payer }).slice(0, 3)).toEqual([
    ['From', 'Bruno Keller'],
    ['Account number', '5550001234'],
    ['Reference', 'Dinner'],
  ])
  const back = screen.getByRole('link', { name: 'Send back' })
  expect(back.getAttribute('href')).toBe(`/transfer?to=${toErik().id}`)
  await userEvent.click(back)
  expect(keptDraft('transfer', undefined)).toEqual({ payee: toErik().id, amount: '7.50' })
  dropDrafts()
  // What its sender took back is no longer here.
  factsOf({ ...received, status: 'failed' }, { payer })
  expect(screen.queryByRole('link', { name: 'Send back' })).toBeNull()
})

test('the amount of a failed transfer is struck through in its details, with where the money is', () => {
  factsOf({ status: 'failed' })
  expect(document.querySelector('.line-through')?.textContent).toBe('-$40.00')
  expect(screen.getByText('returned')).toBeDefined()
  factsOf({ status: 'success' })
  expect(document.querySelector('.line-through')).toBeNull()
  // The one large figure of the details.
  expect(document.querySelector('.text-hero-amount')?.textContent).toBe('-$40.00')
})

test('the details of a returned transfer have its reason, and the balance after it was sent and after its return, on the screen only', () => {
  const step = { at: '2026-03-07T14:15:00.000Z', isTakenBack: false, isRelease: false, reason: null }
  factsOf(
    { status: 'failed' },
    {
      timeline: [
        { ...step, status: 'pending', balanceAfter: '60.00' },
        { ...step, status: 'success', balanceAfter: null },
        { ...step, status: 'failed', balanceAfter: '100.00', reason: 'Returned by the payee’s bank' },
      ],
    },
  )
  const steps = within(screen.getByRole('region', { name: 'Status history' })).getAllByRole('listitem')
  const shown = steps.map((step) => [...step.querySelectorAll('.no-print')].map((line) => line.textContent))
  expect(shown).toEqual([['Balance $60.00'], [], ['Reason: Returned by the payee’s bank', 'Balance $100.00']])
})

test('the details of a funding that was taken back say who did it, and why', () => {
  const step = { at: '2026-03-07T14:15:00.000Z', isTakenBack: false, isRelease: false, balanceAfter: null }
  factsOf(
    { kind: 'taking_back', beneficiary: null },
    { timeline: [{ ...step, status: 'success', reason: 'Funded by mistake' }] },
  )
  const history = screen.getByRole('region', { name: 'Status history' })
  expect(history.textContent).toMatch(/^Taken back by the bank.*Reason: Funded by mistake$/)
})

test('a transfer that is not released is taken back after a question, and then says who took it back', async () => {
  const sent = sentAt('2026-03-07T14:15:00.000Z')
  const until = '2026-03-07T14:45:00.000Z'
  factsOf({}, { timeline: [sent], takeBackUntil: until })
  const request = `PUT /api/transfers/${toErik().id}/taking-back`
  const bank = stubbedBank({ [request]: () => ({}) })
  vi.stubGlobal('fetch', bank.fetch)
  expect(screen.getByRole('region', { name: 'Take back' }).querySelector('time')?.dateTime).toBe(until)
  await userEvent.click(screen.getByRole('button', { name: 'Take back' }))
  const dialog = await screen.findByRole('alertdialog')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Take back' }))
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  expect(bank.requestsTo(request)).toHaveLength(1)
  factsOf({ status: 'failed' }, { timeline: [sent, { ...sent, status: 'failed', isTakenBack: true }] })
  expect(screen.getByText(/^Taken back by you/)).toBeDefined()
  expect(screen.queryByRole('region', { name: 'Take back' })).toBeNull()
})

test('a transfer that waits for an undo time is undone with one press while seconds are left', async () => {
  const sent = sentAt(new Date().toISOString())
  const until = new Date(Date.now() + 27_000).toISOString()
  factsOf({ kind: 'transfer_inside' }, { timeline: [sent], takeBackUntil: until })
  const request = `PUT /api/transfers/${toErik().id}/taking-back`
  const bank = stubbedBank({ [request]: () => ({}) })
  vi.stubGlobal('fetch', bank.fetch)
  expect(
    screen.getByText('The money left your account, and is sent when your undo time is over'),
  ).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: /^Undo \(2\d s\)$/ }))
  await waitFor(() => expect(bank.requestsTo(request)).toHaveLength(1))
  const released = { ...sent, status: 'success', isRelease: true } as const
  factsOf({ kind: 'transfer_inside', status: 'success' }, { timeline: [sent, released] })
  expect(screen.getByText('Sent: the money is in the payee’s account')).toBeDefined()
  expect(screen.queryByRole('button', { name: /^Undo/ })).toBeNull()
})

test('a dispute says what was credited, how it ended, what was taken back and what is owed', () => {
  const moment = '2026-03-07T14:15:00.000Z'
  const credit = { transactionId: toErik().id, amount: '40.00' }
  const dispute = {
    id: toErik().id,
    cause: 'not_received',
    amount: '40.00',
    openedAt: moment,
    dueAt: moment,
  } as const
  const shown = () => screen.getByRole('region', { name: 'Dispute' }).textContent
  factsOf({}, { disputable: { until: moment, decidedBy: moment, most: '40.00' } })
  expect(shown()).toMatch(/^Dispute this payment/)
  factsOf({}, { dispute: { ...dispute, credit, end: null } })
  expect(shown()).toContain('We credited $40.00 until we decide.')
  const end = {
    outcome: 'bank',
    at: moment,
    reason: 'It was signed for',
    takenBack: '15.00',
    owed: '25.00',
  } as const
  factsOf({}, { dispute: { ...dispute, credit, end } })
  expect(shown()).toContain(
    'We took back $15.00 of the credit.You owe us $25.00 of the credit.Reason: It was signed for',
  )
  expect(screen.queryByRole('button', { name: 'Dispute this payment' })).toBeNull()
})

/** The first step of a transfer that is pending. */
function sentAt(at: string) {
  const step = { isTakenBack: false, isRelease: false, reason: null, balanceAfter: '60.00' }
  return { status: 'pending', at, ...step } as const
}

/** The labels and values of the details of a transaction. */
function factsOf(facts: Partial<HistoryRow>, more: Partial<TransactionDetailsView> = {}) {
  vi.stubGlobal('fetch', stubbedBank({ 'GET /api/sessions/current': () => ({ session: null }) }).fetch)
  cleanup()
  const transaction = toErik(facts)
  const details = {
    ...transaction,
    timeline: [],
    takeBackUntil: null,
    note: '',
    payeeNameMasked: null,
    payer: null,
    dispute: null,
    disputable: null,
    roundUp: null,
    ...more,
  }
  visit('/transactions', <TransactionDetails transaction={transaction} more={details} />)
  return [...document.querySelectorAll('dt')].map((label) => [
    label.textContent,
    label.nextSibling?.textContent,
  ])
}
