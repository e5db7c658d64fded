import { endpoints } from '@bank/contract/endpoints'
import type { GuardView } from '@bank/contract/guards/view'
import { altered, answered, held, refused } from './answers.ts'
import { hugeAmount } from './extremes.ts'
import { failedLoad } from './failures.ts'
import { type Action, click, press, readRightToLeft } from './page-actions.ts'
import { button, confirmation, heading, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { readMe, listGuards, setGuard, freeze, thaw } = endpoints

export const frozen = altered(readMe, (me) => ({ ...me, frozenAt: '2026-11-02T09:00:00.000Z' }))
const used: GuardView = {
  currency: 'USD',
  limits: { payment: '500.00', day: '800.00', month: '5000.00' },
  next: null,
  bank: { day: '10000.00', month: '4000.00' },
  sent: { day: '310.40', month: '4000.00' },
  newBeneficiaries: { limit: '1000.00', sent: '250.00' },
  recovery: { limit: '500.00', sent: '120.00', until: '2026-11-24T09:12:00.000Z' },
}
const guards = (...list: GuardView[]): Action => answered(listGuards, { guards: list })
const waiting = guards({
  ...used,
  next: { payment: '500.00', day: '2500.00', month: null, from: '2026-11-24T09:12:00.000Z' },
})
const huge = { payment: hugeAmount, day: hugeAmount, month: hugeAmount }
const field = role('textbox', { name: 'Per day' })
const type =
  (name: string, limit: string): Action =>
  (page) =>
    page.getByLabel(name, { exact: true }).fill(limit)
const save = press('Save limits')
export const isFrozen = text('Your payments have been frozen since')

/** The limits that a customer sets, and the freeze of all payments. */
export const limitsScreens: readonly Screen[] = [
  screen('limits', '/limits', 'new customer', {
    usual: { shows: field },
    used: { arrange: [guards(used)], shows: text('sent today') },
    waiting: { arrange: [waiting], shows: button('Cancel this change in USD') },
    'two currencies': {
      arrange: [guards(used, { ...used, currency: 'EUR', sent: null })],
      shows: text('Limits in EUR'),
    },
    'large amounts': {
      arrange: [
        guards({
          ...used,
          limits: huge,
          next: { ...huge, month: null, from: '2026-11-24T09:12:00.000Z' },
          sent: { day: hugeAmount, month: hugeAmount },
          newBeneficiaries: { limit: hugeAmount, sent: hugeAmount },
        }),
      ],
      shows: text('sent today'),
    },
    loading: {
      arrange: [held(readMe), held(listGuards)],
      shows: heading('Limits and freeze'),
    },
    error: failedLoad(listGuards),
    invalid: { act: [type('Per day', '0'), save], shows: text('Enter an amount above 0') },
    saving: { arrange: [held(setGuard)], act: [type('Per day', '800'), save], shows: button('Saving…') },
    saved: { act: [type('Per day', '800'), save], shows: text('sent today') },
    'confirm a higher limit': {
      arrange: [guards(used), refused(setGuard, 'confirm_required', { code: true })],
      act: [type('Per day', '900'), save],
      shows: confirmation,
    },
    'refused for a while': {
      arrange: [refused(setGuard, 'too_many_attempts', { minutes: 60 })],
      act: [type('Per day', '800'), save],
      shows: role('alert'),
    },
    frozen: { act: [press('Freeze payments')], shows: isFrozen },
    freezing: {
      arrange: [held(freeze)],
      act: [press('Freeze payments')],
      shows: button('Freezing payments...'),
    },
    'confirm unfreezing': {
      arrange: [frozen, refused(thaw, 'confirm_required', { code: true })],
      act: [press('Unfreeze payments')],
      shows: confirmation,
    },
    'unfreezing cancelled': {
      arrange: [frozen, refused(thaw, 'confirm_required', { code: false })],
      act: [press('Unfreeze payments'), click(button('Cancel'))],
      shows: text('Your payments are still frozen. To unfreeze them'),
    },
    'right to left': { arrange: [waiting, frozen], act: [readRightToLeft], shows: field },
  }),
  ...['dashboard', 'own-transfer', 'transfer'].map((page) =>
    screen(`frozen ${page.replace('-', ' ')}`, `/${page}`, 'new customer', {
      usual: { arrange: [frozen], shows: isFrozen },
    }),
  ),
]
