import type { DisputeForStaff } from '@bank/contract/admin/disputes/view'
import { screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { stubbedBank, visit } from '../../../test/stubbed-bank.tsx'
import { DisputeCard } from './dispute-card.tsx'
import { OwedDisputes } from './owed-disputes.tsx'

const id = '0198c0de-0000-7000-8000-0000000000d1'
const moment = '2026-11-21T12:00:00.000Z'
const person = { id: '0198c0de-0000-7000-8000-0000000000a1', name: 'Alice' }
const lost = (owed: string): DisputeForStaff => ({
  id,
  cause: 'not_received',
  amount: '40.00',
  openedAt: moment,
  dueAt: moment,
  credit: { transactionId: id, amount: '40.00' },
  end: { outcome: 'bank', at: moment, reason: 'It arrived', takenBack: '15.00', owed },
  currency: 'USD',
  transactionId: id,
  user: person,
  accountNumber: null,
  payment: { amount: '40.00', createdAt: moment, payee: 'Dana Reed' },
  openedBy: person,
  waitingCredit: null,
  takingBack: null,
  mayDecide: true,
})

test('staff collect what is owed after a dispute, and the button goes when nothing is owed', async () => {
  let owed = '25.00'
  const collections = `/api/admin/disputes/${id}/collections`
  const bank = stubbedBank({
    [`GET /api/admin/disputes/${id}`]: () => lost(owed),
    [`POST ${collections}`]: () => {
      owed = '0.00'
      return new Response(null, { status: 204 })
    },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/admin/support-messages/1', <DisputeCard id={id} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Collect $25.00' }))
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: /Collect/ })).toBeNull())
  expect(bank.requestsTo(`POST ${collections}`)).toMatchObject([
    { body: { collectionId: expect.any(String) } },
  ])
})

test('the list of what customers owe after disputes goes on to older ones', async () => {
  const bank = stubbedBank({
    'GET /api/admin/disputes': ({ query }) =>
      query.get('cursor')
        ? { disputes: [{ ...lost('5.00'), user: { ...person, name: 'Bruno' } }], nextCursor: null }
        : { disputes: [lost('25.00')], nextCursor: id },
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit('/admin/money-position', <OwedDisputes />)
  const table = await screen.findByRole('table', { name: 'Owed by customers after disputes' })
  expect(within(table).getByText('$25.00')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Older' }))
  expect(await screen.findByText('Bruno')).toBeTruthy()
})
