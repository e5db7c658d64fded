import { endpoints } from '@bank/contract/endpoints'
import type { PotView } from '@bank/contract/pots/view'
import { answered, held, refused } from './answers.ts'
import { hugeAmount, rightToLeft } from './extremes.ts'
import { failedLoad, noAnswer } from './failures.ts'
import { frozen, isFrozen } from './limits-screens.ts'
import { type Action, click, fill, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { button, dialog, fieldError, heading, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { listPots, openPot, changePot, closePot, moveIntoPot, moveOutOfPot, turnOnRoundUp } = endpoints

/** The customer has these pots. */
export const withPots = (...pots: Partial<PotView>[]): Action =>
  answered(listPots, {
    pots: pots.map((pot, position) => ({
      id: `0198c0de-0000-4000-8000-${String(position).padStart(12, '0')}`,
      account: '1234567890',
      name: 'Holidays',
      currency: 'USD' as const,
      balance: '0.00',
      goal: null,
      targetDay: null,
      lockedUntil: null,
      roundsUp: false,
      openedAt: '2026-03-07T14:15:00.000Z',
      ...pot,
    })),
  })

const holidays: Partial<PotView> = { balance: '430.00', goal: '1200.00', targetDay: '2099-07-01' }
const locked: Partial<PotView> = {
  name: 'House',
  balance: '25000.00',
  goal: '80000.00',
  lockedUntil: '2099-06-01',
}
const several = withPots(
  { ...holidays, roundsUp: true },
  locked,
  { name: 'Bike', balance: '900.00', goal: '850.00', lockedUntil: '2026-01-02' },
  { name: 'Rainy days', balance: '75.20' },
)
const longNames = withPots(
  { ...locked, name: 'W'.repeat(40), balance: hugeAmount, goal: hugeAmount, roundsUp: true },
  { ...holidays, name: rightToLeft.slice(0, 40), balance: hugeAmount },
  { name: 'Car \u2066(old)\u2069 חיסכון' },
)
const list = role('list', { name: 'Your pots' })
const openingForm = press('Open a pot')
const add = press('Add money to Holidays')
const takeOut = press('Take out from Bike')

/** The pots of an account, and everything that can be done with one. */
export const potsScreens: readonly Screen[] = [
  screen('pots', '/pots', 'new customer', {
    usual: { arrange: [several], shows: list },
    none: { shows: text('You have no pots') },
    'one pot': { arrange: [withPots(holidays)], shows: list },
    'long names': { arrange: [longNames], shows: list },
    loading: { arrange: [held(listPots)], shows: heading('Pots') },
    error: failedLoad(listPots),
    'not active': { as: 'bruno', shows: text('You can open a pot once this account is active') },
    opening: { act: [openingForm], shows: dialog },
    'opening invalid': { act: [openingForm, pressInDialog('Open pot')], shows: fieldError('name') },
    'opening locked': {
      act: [openingForm, fill('name', 'House'), fill('lockedUntil', '2030-06-01'), pressInDialog('Open pot')],
      shows: role('button', { name: 'Lock pot' }),
    },
    frozen: { arrange: [several, frozen], shows: isFrozen },
    'opening refused': {
      arrange: [refused(openPot, 'pots_too_many', { most: 20 })],
      act: [openingForm, fill('name', 'Bike'), pressInDialog('Open pot')],
      shows: text('An account can have at most 20 pots'),
    },
    'opening under way': {
      arrange: [held(openPot)],
      act: [openingForm, fill('name', 'Bike'), pressInDialog('Open pot')],
      shows: role('button', { name: 'Opening…' }),
    },
    adding: { arrange: [several], act: [add, fill('amount', '40')], shows: text('You’re adding $40.00') },
    'adding refused': {
      arrange: [several, refused(moveIntoPot, 'payments_frozen')],
      act: [add, fill('amount', '40'), pressInDialog('Add money')],
      shows: (page) => dialog(page).getByRole('alert'),
    },
    'adding without an answer': noAnswer(
      moveIntoPot,
      [add, fill('amount', '40'), pressInDialog('Add money')],
      text('We don’t have an answer yet'),
      several,
    ),
    'taking out': { arrange: [several], act: [takeOut], shows: dialog },
    locked: { arrange: [several], act: [press('Take out from House')], shows: button('Back to pots') },
    'locked meanwhile': {
      arrange: [several, refused(moveOutOfPot, 'pot_locked', { day: 'June 1, 2099' })],
      act: [takeOut, fill('amount', '40'), pressInDialog('Take money out')],
      shows: fieldError('amount'),
    },
    change: { arrange: [several], act: [press('Change House')], shows: dialog },
    'lock shortened': {
      arrange: [several, refused(changePot, 'pot_lock_shortened')],
      act: [press('Change House'), fill('lockedUntil', '2099-05-01'), pressInDialog('Save')],
      shows: fieldError('lockedUntil'),
    },
    closing: { arrange: [longNames], act: [press(/^Close Car/)], shows: role('alertdialog') },
    'closing refused': {
      arrange: [longNames, refused(closePot, 'pot_not_empty')],
      act: [press(/^Close Car/), pressInDialog('Close pot')],
      shows: text('Move the money out of this pot'),
    },
    'round up under way': {
      arrange: [several, held(turnOnRoundUp)],
      act: [click(role('switch', { name: 'Round up transfers into Rainy days' }))],
      shows: role('switch', { name: 'Round up transfers into Rainy days', checked: true }),
    },
    'right to left': { arrange: [longNames], act: [readRightToLeft], shows: list },
  }),
]
