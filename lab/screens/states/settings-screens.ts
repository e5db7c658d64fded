import { endpoints } from '@bank/contract/endpoints'
import { notShown, shown } from '@bank/e2e/authenticator'
import { registration } from '@bank/e2e/customer'
import type { Page } from '@playwright/test'
import { altered, answered, held, rateLimited, refused } from './answers.ts'
import { emailUnconfirmed } from './extremes.ts'
import { type Action, fill, press, readRightToLeft, typeNewPassword } from './page-actions.ts'
import {
  alert,
  alertDialog,
  button,
  confirmation,
  field,
  fieldError,
  heading,
  role,
  text,
} from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { checkSession, confirmSession, changePassword, readPin, readPinRecovery, requestPinLink, recoverPin } =
  endpoints
const reads = [
  endpoints.listSessions,
  readPin,
  endpoints.readTwoFactor,
  endpoints.listOwnEvents,
  endpoints.readMailNotices,
]

const fiftyEvents = Array.from({ length: 50 }, (_, index) => ({
  id: String(index),
  happenedAt: '2026-03-07T14:15:00.000Z',
  action: 'account_activated',
  sentence: index % 3 === 0 ? 'The bank cancelled the change of the email' : 'Failed to confirm too often',
  isByBank: index % 3 === 0,
}))
const unfold: Action = async (page) => page.getByText('Earlier activity').click()

const inConfirmation = (name: string) => (page: Page) => confirmation(page).locator(`[name="${name}"]`)
const codeWanted = refused(changePassword, 'confirm_required', { code: true })
const typeConfirmation: Action = async (page) => {
  await inConfirmation('password')(page).fill('a password to look at')
  await inConfirmation('code')(page).fill('123456')
  await page.keyboard.press('Enter')
}
/** A state in which the password and the code were typed, and the bank gives this answer. */
const confirming = (answer: Action, words: string) => ({
  arrange: [codeWanted, answer],
  act: [...typeNewPassword, typeConfirmation],
  shows: (page: Page) => confirmation(page).getByText(words),
})

const begin = press('Turn on two-factor')
const enrol: Action = async (page) => {
  await begin(page)
  await inConfirmation('password')(page).fill(registration().password)
  await page.keyboard.press('Enter')
  await field('code')(page).waitFor()
}
const keyOn = async (page: Page) => (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
const turnOn = [
  enrol,
  async (page: Page) => field('code')(page).fill(shown(await keyOn(page))),
  press('Turn on'),
]
const turnedOn = [...turnOn, press('I have saved them')]

const codeSent = altered(endpoints.readEmail, (email) => ({
  ...email,
  pending: { email: 'max.mustermann@gmail.com', expiresAt: '2026-11-24T14:07:00.000Z' },
}))

/** The session of a user whose password or PIN an administrator typed. */
const temporary = (temporarySecrets: { password: boolean; pin: boolean }) =>
  altered(checkSession, ({ session }) => ({ session: session && { ...session, temporarySecrets } }))
const temporaryBoth = temporary({ password: true, pin: true })
const temporaryPin = temporary({ password: false, pin: true })

/** The session of a user who has yet to set up the two-factor that the bank requires. */
const lackingFactor = [
  altered(checkSession, ({ session }) => ({ session: session && { ...session, lacksSecondFactor: true } })),
  altered(confirmSession, (session) => ({ ...session, lacksSecondFactor: true })),
]

const byCode = answered(readPinRecovery, { secondProof: 'code', obstacle: null, from: null })
const byLink = answered(readPinRecovery, { secondProof: 'link', obstacle: null, from: null })
const typePin = (pin: string, again = pin) => [
  fill('new_pin', pin),
  fill('confirm_pin', again),
  press('Set new PIN'),
]
const support = role('link', { name: 'Contact Support' })

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
      act: typeNewPassword,
      shows: button('Changing password...'),
    },
    'confirm it is you': { act: typeNewPassword, shows: confirmation },
    'confirm with a code': { arrange: [codeWanted], act: typeNewPassword, shows: inConfirmation('code') },
    'confirm busy': confirming(held(confirmSession), 'Checking…'),
    'confirm code refused': confirming(refused(confirmSession, 'code_incorrect'), 'This code is incorrect'),
    'confirm paused': confirming(rateLimited(confirmSession, 15), 'Try again in 15 minutes'),
    'confirm with a recovery code': {
      arrange: [codeWanted],
      act: [...typeNewPassword, press('Use a recovery code')],
      shows: inConfirmation('recovery_code'),
    },
    pin: { query: '?tab=pin', shows: field('new_pin') },
    'pin refused': {
      query: '?tab=pin',
      act: [fill('current_pin', '9999'), fill('new_pin', '86420'), press('Change PIN')],
      shows: fieldError('current_pin'),
    },
    'earlier activity': {
      arrange: [answered(endpoints.listOwnEvents, { events: fiftyEvents })],
      act: [unfold],
      shows: role('list', { name: 'Earlier activity' }),
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
      act: typeNewPassword,
      shows: button('Changing password...'),
    },
    'password refused': {
      arrange: [temporaryBoth, refused(changePassword, 'password_unchanged')],
      act: typeNewPassword,
      shows: fieldError('new_password'),
    },
    'password chosen': { arrange: [temporaryPin], shows: field('current_pin') },
    'pin expired': { arrange: [temporaryPin, answered(readPin, { isSet: false })], shows: button('Set PIN') },
    'right to left': { arrange: [temporaryBoth], act: [readRightToLeft], shows: field('current_pin') },
  }),
  screen('recover pin', '/recover-pin', 'new customer', {
    usual: { arrange: [byCode], shows: field('confirm_pin') },
    loading: { arrange: [held(readPinRecovery)], shows: heading('Forgot your PIN?') },
    error: { arrange: [rateLimited(readPinRecovery, 1)], shows: text('This page could not be loaded') },
    invalid: { arrange: [byCode], act: typePin('1234', '4321'), shows: fieldError('new_pin') },
    'confirm it is you': {
      arrange: [byCode, refused(recoverPin, 'confirm_required', { code: true })],
      act: typePin('86420'),
      shows: confirmation,
    },
    'ask for a link': { arrange: [byLink], shows: button('Send me a link') },
    'link sent': {
      arrange: [byLink, answered(requestPinLink)],
      act: [press('Send me a link')],
      shows: role('heading', { name: 'Check your email' }),
    },
    'link used up': {
      query: '#token',
      arrange: [byLink, refused(recoverPin, 'reset_link_invalid')],
      act: typePin('86420'),
      shows: button('Ask for a new link'),
    },
    done: {
      arrange: [byCode, answered(recoverPin, { limit: '500.00', until: '2026-03-08T14:15:00.000Z' })],
      act: typePin('86420'),
      shows: text('you can send up to'),
    },
    'address changed': {
      arrange: [
        answered(readPinRecovery, {
          secondProof: null,
          obstacle: 'email_changed_recently',
          from: '2026-03-08T14:15:00.000Z',
        }),
      ],
      shows: support,
    },
    'right to left': { arrange: [byCode], act: [readRightToLeft], shows: field('confirm_pin') },
  }),
  screen('two factor', '/settings', 'new customer', {
    usual: { shows: button('Turn on two-factor') },
    'confirm it is you': { act: [begin], shows: confirmation },
    'set up': { act: [enrol], shows: field('code') },
    'code refused': {
      act: [enrol, async (page) => field('code')(page).fill(notShown(await keyOn(page))), press('Turn on')],
      shows: fieldError('code'),
    },
    'recovery codes': { act: turnOn, shows: role('list', { name: 'Recovery codes' }) },
    on: { act: turnedOn, shows: button('Turn off two-factor') },
    'turn off': { act: [...turnedOn, press('Turn off two-factor')], shows: alertDialog },
  }),
  screen('second factor required', '/dashboard', 'new customer', {
    usual: { arrange: lackingFactor, shows: button('Turn on two-factor') },
    'set up': { arrange: lackingFactor, act: [enrol], shows: field('code') },
    'recovery codes': {
      arrange: lackingFactor,
      act: turnOn,
      shows: role('list', { name: 'Recovery codes' }),
    },
    'right to left': {
      arrange: lackingFactor,
      act: [readRightToLeft],
      shows: button('Turn on two-factor'),
    },
  }),
  screen('email', '/email', 'alice', {
    usual: { shows: field('email') },
    'code sent': { arrange: [codeSent], shows: field('code') },
    'not confirmed': { arrange: [emailUnconfirmed], shows: text('It is not confirmed yet') },
    'link of another user': {
      query: '#token',
      arrange: [refused(endpoints.confirmOwnEmail, 'email_link_of_other_user')],
      shows: alert,
    },
  }),
]
