import type { ScheduleView } from '@bank/contract/schedules/view'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { expect, test, vi } from 'vitest'
import { alice, type RecordedRequest, refused, stubbedBank, visit } from '../../test/stubbed-bank.tsx'
import { ScheduledPage } from './scheduled-page.tsx'

const id = '0198c0de-0000-4000-8000-000000005ced'

test('a scheduled payment shows its days in words, the next one, and what became of the last', async () => {
  const runs = [
    { day: '2099-01-31', outcome: 'failed', reason: 'Insufficient balance', transactionId: null, at: moment },
    { day: '2098-12-31', outcome: 'booked', reason: null, transactionId: id, at: moment },
  ] as const
  await open([
    schedule({ runs: [...runs] }),
    schedule({ id: id.replace('5', '6'), state: 'ended', endedBecause: 'payee_closed', next: null }),
  ])
  const [card, ended] = screen.getAllByRole('listitem').filter((item) => within(item).queryByRole('heading'))
  for (const part of [
    'Erik Holm',
    '$40.00',
    'On the last day of each month, 12 times',
    'Next on Friday, February 27, 2099, instead of Saturday, February 28, 2099',
    'Saturday, January 31, 2099: not paid: Insufficient balance',
  ]) {
    expect(card?.textContent).toContain(part)
  }
  expect(screen.getByRole('link', { name: 'paid' }).getAttribute('href')).toBe(
    `/transfer?step=receipt&tx=${id}`,
  )
  expect(ended?.textContent).toContain('What it paid into was closed')
})

test('a scheduled payment is paused, resumed, left out once and stopped, each as it was seen', async () => {
  const { bank } = await open([schedule()])
  await press('Pause the payment to Erik Holm')
  await press('Resume the payment to Erik Holm')
  await press('Skip next payment to Erik Holm')
  await press('Skip next')
  await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  await press('Stop the payment to Erik Holm')
  await press('Stop payment')
  await screen.findByText('You have no scheduled payments')
  expect(
    bank.requests.filter(({ method }) => method === 'PUT').map(({ path, body }) => [path, body]),
  ).toEqual([
    [`/api/schedules/${id}/state`, { state: 'paused', version: 1 }],
    [`/api/schedules/${id}/state`, { state: 'active', version: 2 }],
    [`/api/schedules/${id}/skip`, { version: 3 }],
    [`/api/schedules/${id}/state`, { state: 'ended', version: 4 }],
  ])
})

test('a change is sent with the PIN and what was seen, and its refusals stand in the form', async () => {
  const { bank } = await open([schedule()], () => refused('schedule_outdated'))
  await press('Change the payment to Erik Holm')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '41' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('Transaction pin must be 4 digits')
  await userEvent.type(dialog.getByLabelText('Transaction PIN'), '1234')
  await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
  await dialog.findByText('This scheduled payment has changed in the meantime. Check it again')
  expect(bank.requestsTo(`PUT /api/schedules/${id}`).map(({ body }) => body)).toMatchObject([
    {
      amount: '41.00',
      firstDay: '2026-01-31',
      repeat: 'monthly',
      times: 12,
      version: 1,
      account_name: 'Erik Holm',
    },
  ])
})

test('money is scheduled into a pot without a PIN, and changed', async () => {
  const saving = schedule({ kind: 'pot_in', payee: 'Holidays', beneficiary: null })
  const { bank } = await open([saving])
  await press('Move money regularly')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: /Holidays/ })
  await userEvent.selectOptions(dialog.getByLabelText('To'), 'pot-id')
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '25' } })
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2099-01-01' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Payment scheduled')
  expect(bank.requestsTo('POST /api/own-schedules').map(({ body }) => body)).toMatchObject([
    { to: 'pot-id', amount: '25.00', firstDay: '2099-01-01', repeat: 'monthly' },
  ])
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await press('Change the payment to Holidays')
  const changing = within(await screen.findByRole('dialog'))
  await waitFor(() => expect(changing.getByLabelText<HTMLSelectElement>('To').value).toBe('pot-id'))
  await userEvent.click(changing.getByRole('button', { name: 'Save' }))
  await screen.findByText('Scheduled payment changed')
  expect(bank.requestsTo(`PUT /api/own-schedules/${id}`).map(({ body }) => body)).toMatchObject([
    { to: 'pot-id', amount: '40.00', times: 12, version: 1 },
  ])
})

const moment = '2099-01-31T06:00:00.000Z'

function schedule(facts: Partial<ScheduleView> = {}): ScheduleView {
  return {
    id,
    version: 1,
    state: 'active',
    endedBecause: null,
    amount: '40.00',
    currency: 'USD',
    kind: 'transfer',
    payee: 'Erik Holm',
    beneficiary: {
      accountName: 'Erik Holm',
      accountNumber: '9876543210',
      bankName: 'Northern Savings',
      bankAddress: '1 Quay Road, Oslo',
      swiftCode: 'DNBANOKK',
      routingNumber: 'NO9386011117947',
    },
    reference: null,
    rhythm: {
      firstDay: '2026-01-31',
      repeat: 'monthly',
      every: 1,
      lastDay: null,
      times: 12,
      onHoliday: 'day_before',
    },
    next: { day: '2099-02-28', dueDay: '2099-02-27' },
    runs: [],
    ...facts,
  }
}

async function open(schedules: ScheduleView[], change?: () => unknown) {
  let known = schedules
  const act = ({ body }: RecordedRequest) => {
    const state = (body.state ?? known[0]!.state) as ScheduleView['state']
    const ended = state === 'ended' ? ({ next: null, endedBecause: 'stopped' } as const) : {}
    known = [{ ...known[0]!, state, version: known[0]!.version + 1, ...ended }]
    return known[0]
  }
  const bank = stubbedBank({
    'GET /api/me': () => alice(),
    'GET /api/accounts': () => ({ accounts: [alice().account] }),
    'GET /api/schedules': () => ({ schedules: known }),
    'GET /api/pots': () => ({ pots: [{ id: 'pot-id', name: 'Holidays' }] }),
    'POST /api/own-schedules': () => known[0],
    [`PUT /api/own-schedules/${id}`]: () => known[0],
    [`PUT /api/schedules/${id}/state`]: act,
    [`PUT /api/schedules/${id}/skip`]: act,
    ...(change && { [`PUT /api/schedules/${id}`]: change }),
  })
  vi.stubGlobal('fetch', bank.fetch)
  visit(
    '/scheduled',
    <>
      <ScheduledPage />
      <Toaster />
    </>,
    '/scheduled',
    alice(),
  )
  await screen.findByRole('list', { name: 'Your scheduled payments' })
  return { bank }
}

async function press(name: string): Promise<void> {
  await userEvent.click(await screen.findByRole('button', { name }))
}
