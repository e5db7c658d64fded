import { plusDays } from '@bank/contract/bank-day'
import { endpoints } from '@bank/contract/endpoints'
import type { ScheduleView } from '@bank/contract/schedules/view'
import { answered, held, refused } from './answers.ts'
import { hugeAmount } from './extremes.ts'
import { failedLoad } from './failures.ts'
import { frozen, isFrozen } from './limits-screens.ts'
import { type Action, press, pressInDialog } from './page-actions.ts'
import { dialog, fieldError, heading, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { listSchedules, listUpcoming, setScheduleState } = endpoints

const rent: ScheduleView = {
  id: '0198c0de-0000-4000-8000-000000000001',
  version: 1,
  state: 'active',
  endedBecause: null,
  amount: '950.00',
  currency: 'USD',
  kind: 'transfer',
  payee: 'Harbour Homes',
  account: null,
  potId: null,
  beneficiary: {
    accountName: 'Harbour Homes',
    accountNumber: '1234567890',
    bankName: 'First Harbour Bank',
    bankAddress: '1 Quay Street, Boston',
    swiftCode: 'FHBKUS33',
    routingNumber: '011000015',
  },
  reference: 'Rent, flat 7',
  rhythm: {
    firstDay: '2026-01-31',
    repeat: 'monthly',
    every: 1,
    lastDay: null,
    times: null,
    onHoliday: 'day_before',
  },
  next: { day: '2099-01-31', dueDay: '2099-01-30' },
  runs: [],
}
const run = { reason: null, transactionId: null, at: '2026-03-07T06:00:00.000Z' }
const several: Action = answered(listSchedules, {
  schedules: [
    {
      ...rent,
      runs: [
        { ...run, day: '2026-03-31', outcome: 'failed', reason: 'Insufficient balance' },
        { ...run, day: '2026-02-28', outcome: 'booked', transactionId: rent.id },
      ],
    },
    {
      ...rent,
      id: rent.id.replace('1', '2'),
      state: 'paused',
      amount: hugeAmount,
      reference: 'W'.repeat(35),
    },
    { ...rent, id: rent.id.replace('1', '3'), state: 'ended', endedBecause: 'stopped', next: null },
  ],
})

// The rent of three months, with money for the first.
const due = ['2099-01-30', '2099-02-27', '2099-03-31']
const withShortfall: Action = answered(listUpcoming, {
  currency: 'USD',
  opening: '1200.00',
  balances: Array.from({ length: 91 }, (_, number) => {
    const day = plusDays('2099-01-01', number)
    return { day, balance: `${1_200 - 950 * due.filter((dueDay) => dueDay <= day).length}.00` }
  }),
  runs: due.map((dueDay, at) => ({
    scheduleId: rent.id,
    day: dueDay,
    dueDay,
    type: 'debit' as const,
    amount: rent.amount,
    name: rent.payee,
    account: null,
    balance: `${250 - 950 * at}.00`,
  })),
  total: due.length,
  shortfall: { day: '2099-02-27', missing: '700.00' },
})

/** The scheduled payments of an account. */
export const scheduledScreens: readonly Screen[] = [
  screen('scheduled', '/scheduled', 'new customer', {
    usual: { arrange: [several], shows: role('list', { name: 'Your scheduled payments' }) },
    'without cover': { arrange: [several, withShortfall], shows: text('your balance falls below zero') },
    none: { shows: text('You have no scheduled payments') },
    loading: { arrange: [held(listSchedules)], shows: heading('Scheduled') },
    error: failedLoad(listSchedules),
    frozen: { arrange: [several, frozen], shows: isFrozen },
    change: { arrange: [several], act: [press(/^Change the/)], shows: dialog },
    'change invalid': {
      arrange: [several],
      act: [press(/^Change the/), pressInDialog('Save')],
      shows: fieldError('transaction_pin'),
    },
    'stopping refused': {
      arrange: [several, refused(setScheduleState, 'schedule_outdated')],
      act: [press(/^Stop the/), pressInDialog('Stop payment')],
      shows: text('This scheduled payment has changed in the meantime'),
    },
  }),
]
