import { ofAccount } from '../accounts/form.ts'
import { accountHolder, customer } from '../audience.ts'
import { endpoint } from '../endpoint.ts'
import { perHour, perMinute, usualLimit } from '../rate-limits.ts'
import {
  ownScheduleForm,
  ownScheduleOpening,
  scheduleForm,
  scheduleOpening,
  schedulePath,
  scheduleStateForm,
  skipForm,
} from './form.ts'
import { scheduleList, scheduleView, upcomingView } from './view.ts'

/** What making a schedule and changing one have in common: both compare the PIN. */
const authorised = {
  audience: accountHolder,
  limit: {
    name: 'schedule',
    user: [perMinute(60)],
    address: [perMinute(120)],
    success: [perMinute(30), perHour(300)],
    reads: 'rows',
    triesSecret: true,
  },
  query: ofAccount,
  answer: scheduleView,
} as const

/** What a scheduled payment is refused for. The balance and the customer's own limits are those of each of its days. */
const refusals = [
  'account_inactive',
  'payments_frozen',
  'account_closed',
  'payee_account_missing',
  'payee_misses_used_up',
  'payee_account_closed',
  'pin_incorrect',
  'pin_locked',
  'pin_expired',
  'limit_exceeded',
  'currency_different',
  'own_account',
  'schedule_day_past',
  'schedule_day_far',
] as const

const refusalsOfChange = [
  'schedule_without_days',
  'schedule_not_found',
  'schedule_outdated',
  'schedule_ended',
] as const

const { triesSecret: _, ...ownLimit } = authorised.limit

/** The same between the customer's own accounts and pots, without the PIN. */
const ofOwnMoney = {
  ...authorised,
  limit: { ...ownLimit, name: 'own-schedule' },
  refusals: [
    'account_inactive',
    'payments_frozen',
    'account_closed',
    'own_transfer_account_unknown',
    'own_transfer_same_account',
    'own_transfer_currency_different',
    'pot_not_found',
    'schedule_day_past',
    'schedule_day_far',
  ],
} as const

/** What acts on a schedule without the PIN have in common. */
const act = {
  audience: customer,
  limit: { ...usualLimit, name: 'schedule-act', success: [perMinute(60), perHour(600)] },
  params: schedulePath,
  answer: scheduleView,
} as const

export const scheduleEndpoints = {
  listSchedules: endpoint({
    path: '/api/schedules',
    summary: 'List the payments from your account that are made later, once or repeatedly',
    audience: accountHolder,
    query: ofAccount,
    answer: scheduleList,
  }),
  listUpcoming: endpoint({
    path: '/api/upcoming',
    summary: 'List what your schedules pay and bring in the next 90 days, with the balance of each day',
    audience: accountHolder,
    query: ofAccount,
    answer: upcomingView,
  }),
  createSchedule: endpoint({
    ...authorised,
    method: 'POST',
    path: '/api/schedules',
    summary: 'Schedule a payment, once or repeatedly; the same id with the same contents schedules it once',
    body: scheduleOpening,
    refusals: [...refusals, 'schedules_too_many', 'opening_id_reused'],
  }),
  createOwnSchedule: endpoint({
    ...ofOwnMoney,
    method: 'POST',
    path: '/api/own-schedules',
    summary:
      'Schedule money to another of your accounts or into a pot, without a PIN; the same id schedules it once',
    body: ownScheduleOpening,
    refusals: [...ofOwnMoney.refusals, 'schedules_too_many', 'opening_id_reused'],
  }),
  changeOwnSchedule: endpoint({
    ...ofOwnMoney,
    method: 'PUT',
    path: '/api/own-schedules/:id',
    summary: 'Change where scheduled money of yours goes, the amount or the days',
    params: schedulePath,
    body: ownScheduleForm,
    refusals: [...ofOwnMoney.refusals, ...refusalsOfChange],
  }),
  changeSchedule: endpoint({
    ...authorised,
    method: 'PUT',
    path: '/api/schedules/:id',
    summary: 'Change the payee, the amount or the days of a scheduled payment',
    params: schedulePath,
    body: scheduleForm,
    refusals: [...refusals, ...refusalsOfChange],
  }),
  setScheduleState: endpoint({
    ...act,
    method: 'PUT',
    path: '/api/schedules/:id/state',
    summary: 'Pause a scheduled payment, let it run again, or end it for good',
    body: scheduleStateForm,
    refusals: [
      'schedule_not_found',
      'schedule_outdated',
      'schedule_ended',
      'account_inactive',
      'payments_frozen',
    ],
  }),
  skipRun: endpoint({
    ...act,
    method: 'PUT',
    path: '/api/schedules/:id/skip',
    summary: 'Leave out the next day of a scheduled payment',
    body: skipForm,
    refusals: ['schedule_not_found', 'schedule_outdated', 'schedule_ended'],
  }),
}
