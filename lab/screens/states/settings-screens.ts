import { endpoints } from '@bank/contract/endpoints'
import { notShown, shown } from '@bank/e2e/authenticator'
import type { Page } from '@playwright/test'
import { altered, answered, held, rateLimited, refused } from './answers.ts'
import { type Action, fill, press, readRightToLeft } from './page-actions.ts'
import { alertDialog, button, field, fieldError, role, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { checkSession, confirmSession, changePassword, readPin } = endpoints
const reads = [endpoints.listSessions, readPin, endpoints.readTwoFactor, endpoints.readMailNotices]

const newPassword = [
  fill('new_password', 'anchor-and-lantern'),
  fill('confirm_password', 'anchor-and-lantern'),
  press('Change password'),
]
const confirmation = role('dialog', { name: 'Confirm it’s you' })
const inConfirmation = (name: string) => (page: Page) => confirmation(page).locator(`[name="${name}"]`)
const codeWanted = refused(changePassword, 'confirm_required', { code: true })
const typeConfirmation: Action = async (page) => {
  await inConfirmation('password')(page).fill('a password to look at')
  await inConfirmation('code')(page).fill('123456')
  await page.keyboard.press('Enter')
}

const enrol = press('Turn on two-factor')
const keyOn = async (page: Page) => (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
const turnOn = [
  enrol,
  async (page: Page) => field('code')(page).fill(shown(await keyOn(page))),
  press('Turn on'),
]
const turnedOn = [...turnOn, press('I have saved them')]

/** The session of a user whose password or PIN an administrator typed. */
const temporary = (temporarySecrets: { password: boolean; pin: boolean }) =>
  altered(checkSession, ({ session }) => ({ session: session && { ...session, temporarySecrets } }))
const temporaryBoth = temporary({ password: true, pin: true })
const temporaryPin = temporary({ password: false, pin: true })

/** Password and PIN, two-factor, open sessions and mail notices. */
export const settingsScreens: readonly Screen[] = [
  screen('settings', '/settings', 'new customer', {
    usual: { shows: text('This device') },
    loading: { arrange: reads.map(held), shows: field('new_password') },
    error: {
      arrange: reads.map((read) => rateLimited(read, 1)),
      shows: text('Your notifications could not be loaded'),
    },
    invalid: { act: [press('Change password')], shows: fieldError('new_password') },
    'password busy': {
      arrange: [held(changePassword)],
      act: newPassword,
      shows: button('Changing password...'),
    },
    'confirm it is you': { act: newPassword, shows: confirmation },
    'confirm with a code': { arrange: [codeWanted], act: newPassword, shows: inConfirmation('code') },
    'confirm busy': {
      arrange: [codeWanted, held(confirmSession)],
      act: [...newPassword, typeConfirmation],
      shows: button('Checking…'),
    },
    'confirm code refused': {
      arrange: [codeWanted, refused(confirmSession, 'code_incorrect')],
      act: [...newPassword, typeConfirmation],
      shows: (page) => confirmation(page).getByText('This code is incorrect'),
    },
    'confirm paused': {
      arrange: [codeWanted, rateLimited(confirmSession, 15)],
      act: [...newPassword, typeConfirmation],
      shows: (page) => confirmation(page).getByText('Try again in 15 minutes'),
    },
    'confirm with a recovery code': {
      arrange: [codeWanted],
      act: [...newPassword, press('Use a recovery code')],
      shows: inConfirmation('recovery_code'),
    },
    pin: { query: '?tab=pin', shows: field('new_pin') },
    'pin refused': {
      query: '?tab=pin',
      act: [fill('current_pin', '9999'), fill('new_pin', '86420'), press('Change PIN')],
      shows: fieldError('current_pin'),
    },
    'right to left': { act: [readRightToLeft], shows: text('This device') },
  }),
  screen('temporary secrets', '/dashboard', 'new customer', {
    usual: { arrange: [temporaryBoth], shows: field('current_pin') },
    invalid: {
      arrange: [temporaryBoth],
      act: [press('Change password'), press('Change PIN')],
      shows: fieldError('new_pin'),
    },
    'password busy': {
      arrange: [temporaryBoth, held(changePassword)],
      act: newPassword,
      shows: button('Changing password...'),
    },
    'password refused': {
      arrange: [temporaryBoth, refused(changePassword, 'password_unchanged')],
      act: newPassword,
      shows: fieldError('new_password'),
    },
    'password chosen': { arrange: [temporaryPin], shows: field('current_pin') },
    'pin expired': { arrange: [temporaryPin, answered(readPin, { isSet: false })], shows: button('Set PIN') },
    'right to left': { arrange: [temporaryBoth], act: [readRightToLeft], shows: field('current_pin') },
  }),
  screen('two factor', '/settings', 'new customer', {
    usual: { shows: button('Turn on two-factor') },
    'set up': { act: [enrol], shows: field('code') },
    'code refused': {
      act: [enrol, async (page) => field('code')(page).fill(notShown(await keyOn(page))), press('Turn on')],
      shows: fieldError('code'),
    },
    'recovery codes': { act: turnOn, shows: role('list', { name: 'Recovery codes' }) },
    on: { act: turnedOn, shows: button('Turn off two-factor') },
    'turn off': { act: [...turnedOn, press('Turn off two-factor')], shows: alertDialog },
  }),
]
