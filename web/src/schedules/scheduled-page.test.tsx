import { plusDays } from '@bank/contract/bank-day'
import type { ScheduleView, UpcomingView } from '@bank/contract/schedules/view'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Toaster } from 'sonner'
import { expect, test, vi } from 'vitest'
import { alice, type RecordedRequest, refused, stubbedBank, toErik, visit } from '../../test/stubbed-bank.tsx'
import { publicConfig } from '../public-config.ts'
import { ScheduledPage } from './scheduled-page.tsx'
import { upcomingQuery } from './schedules.ts'

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

test('the page of scheduled payments promises mail only where mail is on', async () => {
  await open([schedule()])
  expect(screen.getByText(/we tell you by email/)).toBeTruthy()
  cleanup()
  vi.spyOn(publicConfig, 'mail', 'get').mockReturnValue(false)
  await open([schedule()])
  expect(screen.getByText(/the payment is not made/)).toBeTruthy()
  expect(screen.queryByText(/email/)).toBeNull()
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
  const { bank } = await open([schedule()], { change: () => refused('schedule_outdated') })
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
  const saving = schedule({ kind: 'pot_in', payee: 'Holidays', potId: 'pot-id', beneficiary: null })
  // The other pot has the same name.
  const pots = ['other', 'pot-id'].map((potId) => ({ id: potId, name: 'Holidays' }))
  const { bank } = await open([saving], { pots })
  await press('Move money regularly')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findAllByRole('option', { name: /Holidays/ })
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

test('money is not scheduled before the end that was chosen is filled in', async () => {
  const { bank } = await open([schedule()])
  await press('Move money regularly')
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByRole('option', { name: /Holidays/ })
  await userEvent.selectOptions(dialog.getByLabelText('To'), 'pot-id')
  fireEvent.change(dialog.getByLabelText('Amount'), { target: { value: '25' } })
  fireEvent.change(dialog.getByLabelText('First day'), { target: { value: '2099-01-01' } })
  for (const [end, complaint] of [
    ['day', 'Choose the last day'],
    ['times', 'Enter how many payments'],
  ] as const) {
    await userEvent.selectOptions(dialog.getByLabelText('Ends'), end)
    await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
    await dialog.findByText(complaint)
  }
  expect(bank.requestsTo('POST /api/own-schedules')).toEqual([])
  fireEvent.change(dialog.getByLabelText('How many payments'), { target: { value: '3' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Schedule' }))
  await screen.findByText('Payment scheduled')
  const [sent] = bank.requestsTo('POST /api/own-schedules').map(({ body }) => body)
  expect([sent?.times, sent?.lastDay, sent && 'end' in sent]).toEqual([3, null, false])
})

test('what is coming is listed with its balances, and the first day without cover is named with what to do', async () => {
  const balances = Array.from({ length: 91 }, (_, days) => ({
    day: plusDays('2099-02-01', days),
    balance: days < 26 ? '20.00' : '-20.00',
  }))
  const paid = { scheduleId: id, type: 'debit', amount: '40.00', name: 'Erik Holm', account: null } as const
  const runs = [
    {
      ...paid,
      day: '2099-02-03',
      dueDay: '2099-02-03',
      type: 'credit',
      name: null,
      account: '1234567890',
      balance: '60.00',
    } as const,
    ...['2099-02-27', '2099-03-27', '2099-04-27', '2099-04-28', '2099-04-29'].map((day) => ({
      ...paid,
      day,
      dueDay: day,
      balance: '-20.00',
    })),
  ]
  const shortfall = { day: '2099-02-27', missing: '20.00' }
  await open([schedule()], { upcoming: { ...nothingComing, balances, runs, total: 60, shortfall } })
  expect(screen.getByRole('status').textContent).toBe(
    'On Friday, February 27, 2099 your balance falls below zero: add $20.00 by then, or skip or change a payment.',
  )
  const [first, second] = within(screen.getByRole('list', { name: 'Next payments' })).getAllByRole('listitem')
  expect([first?.textContent, second?.textContent]).toEqual([
    'From Account ··7890Tuesday, February 3, 2099+$40.00Balance $60.00',
    'Erik HolmFriday, February 27, 2099-$40.00Balance -$20.00',
  ])
  expect(screen.getByRole('figure').textContent).toContain(
    'in the next 90 days, your balance is lowest on Friday, February 27, 2099: -$20.00.',
  )
  expect(screen.getByText('These are the first 6 of 60 payments.')).toBeDefined()
})

test('while a run is due the page looks every minute what has become of it', () => {
  const pauseOf = (dueDay: string) => {
    const data = { ...nothingComing, runs: [{ dueDay }] } as UpcomingView
    const { refetchInterval } = upcomingQuery(undefined)
    return (refetchInterval as (query: { state: { data: UpcomingView } }) => unknown)({ state: { data } })
  }
  expect([pauseOf('2020-01-01'), pauseOf('2099-01-01')]).toEqual([60_000, false])
})

const nothingComing: UpcomingView = {
  currency: 'USD',
  opening: '20.00',
  balances: [],
  runs: [],
  total: 0,
  shortfall: null,
}

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
    account: null,
    potId: null,
    beneficiary: toErik().beneficiary,
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

async function open(
  schedules: ScheduleView[],
  {
    change,
    upcoming = nothingComing,
    pots = [{ id: 'pot-id', name: 'Holidays' }],
  }: { change?: () => unknown; upcoming?: UpcomingView; pots?: { id: string; name: string }[] } = {},
) {
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
    'GET /api/upcoming': () => upcoming,
    'GET /api/pots': () => ({ pots }),
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
