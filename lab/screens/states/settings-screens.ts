import type { SessionView } from '@bank/contract/sessions/view'
import { notShown, shown } from '@bank/e2e/authenticator'
import { field, fieldError } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { altered, answered, held, refused } from './answers.ts'
import { readFromTheRight } from './extremes.ts'
import type { Screen } from './screen.ts'

const newPassword = inTurn(
  (page) => field(page, 'new_password').fill('anchor-and-lantern'),
  (page) => field(page, 'confirm_password').fill('anchor-and-lantern'),
  press('Change password'),
)
const enrol = press('Turn on two-factor')
const turnOn = inTurn(
  enrol,
  async (page) => field(page, 'code').fill(shown(await keyOn(page))),
  press('Turn on'),
)

const confirmations = '/api/sessions/current/confirmation'
const confirmation = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** As for a customer who has two-factor on. */
function codeWanted(page: Page): Promise<void> {
  return refused(page, '/api/me/password', 'confirm_required', { method: 'PUT', facts: { code: true } })
}

async function typeConfirmation(page: Page): Promise<void> {
  await confirmation(page).locator('[name="password"]').fill('a password to look at')
  await confirmation(page).locator('[name="code"]').fill('123456')
  await page.keyboard.press('Enter')
}

/** The session of a user whose password or PIN staff typed. */
const temporary = (temporarySecrets: { password: boolean; pin: boolean }) => (page: Page) =>
  altered<{ session: SessionView }>(page, '/api/sessions/current', ({ session }) => ({
    session: { ...session, temporarySecrets },
  }))

/** Password and PIN, two-factor, open sessions and mail. */
export const settingsScreens: readonly Screen[] = [
  {
    name: 'settings',
    path: '/settings',
    as: 'dora',
    states: [
      { name: 'usual', settled: (page) => page.getByText('This device') },
      {
        name: 'loading',
        arrange: (page) => held(page, /^\/api\/(sessions|me\/.+)$/),
        settled: (page) => field(page, 'new_password'),
      },
      {
        name: 'error',
        arrange: (page) =>
          refused(page, /^\/api\/(sessions|me\/.+)$/, 'too_many_attempts', { facts: { minutes: 1 } }),
        settled: (page) => page.getByText('Your notifications could not be loaded'),
      },
      { name: 'invalid', act: press('Change password'), settled: (page) => fieldError(page, 'new_password') },
      {
        name: 'password busy',
        arrange: (page) => held(page, '/api/me/password', 'PUT'),
        act: newPassword,
        settled: (page) => page.getByRole('button', { name: 'Changing password...' }),
      },
      {
        name: 'confirm it is you',
        act: newPassword,
        settled: (page) => page.getByRole('dialog', { name: 'Confirm it’s you' }),
      },
      {
        name: 'confirm with a code',
        arrange: codeWanted,
        act: newPassword,
        settled: (page) => confirmation(page).locator('[name="code"]'),
      },
      {
        name: 'confirm busy',
        arrange: inTurn(codeWanted, (page) => held(page, confirmations, 'POST')),
        act: inTurn(newPassword, typeConfirmation),
        settled: (page) => page.getByRole('button', { name: 'Checking…' }),
      },
      {
        name: 'confirm code refused',
        arrange: inTurn(codeWanted, (page) =>
          refused(page, confirmations, 'code_incorrect', { method: 'POST' }),
        ),
        act: inTurn(newPassword, typeConfirmation),
        settled: (page) => confirmation(page).getByText('This code is incorrect'),
      },
      {
        name: 'confirm paused',
        arrange: inTurn(codeWanted, (page) =>
          refused(page, confirmations, 'too_many_attempts', { method: 'POST', facts: { minutes: 15 } }),
        ),
        act: inTurn(newPassword, typeConfirmation),
        settled: (page) => confirmation(page).getByText('Try again in 15 minutes'),
      },
      {
        name: 'confirm with a recovery code',
        arrange: codeWanted,
        act: inTurn(newPassword, press('Use a recovery code')),
        settled: (page) => confirmation(page).locator('[name="recovery_code"]'),
      },
      { name: 'pin', query: '?tab=pin', settled: (page) => field(page, 'new_pin') },
      {
        name: 'pin refused',
        query: '?tab=pin',
        act: inTurn(
          (page) => field(page, 'current_pin').fill('9999'),
          (page) => field(page, 'new_pin').fill('86420'),
          press('Change PIN'),
        ),
        settled: (page) => fieldError(page, 'current_pin'),
      },
      { name: 'right to left', act: readFromTheRight, settled: (page) => page.getByText('This device') },
    ],
  },
  {
    name: 'temporary secrets',
    path: '/dashboard',
    as: 'dora',
    states: [
      {
        name: 'usual',
        arrange: temporary({ password: true, pin: true }),
        settled: (page) => field(page, 'current_pin'),
      },
      {
        name: 'invalid',
        arrange: temporary({ password: true, pin: true }),
        act: inTurn(press('Change password'), press('Change PIN')),
        settled: (page) => fieldError(page, 'new_pin'),
      },
      {
        name: 'password busy',
        arrange: inTurn(temporary({ password: true, pin: true }), (page) =>
          held(page, '/api/me/password', 'PUT'),
        ),
        act: newPassword,
        settled: (page) => page.getByRole('button', { name: 'Changing password...' }),
      },
      {
        name: 'password refused',
        arrange: inTurn(temporary({ password: true, pin: true }), (page) =>
          refused(page, '/api/me/password', 'password_unchanged', { method: 'PUT' }),
        ),
        act: newPassword,
        settled: (page) => fieldError(page, 'new_password'),
      },
      {
        name: 'password chosen',
        arrange: temporary({ password: false, pin: true }),
        settled: (page) => field(page, 'current_pin'),
      },
      {
        name: 'pin expired',
        arrange: inTurn(temporary({ password: false, pin: true }), (page) =>
          answered(page, '/api/me/pin', 'GET', { isSet: false }),
        ),
        settled: (page) => page.getByRole('button', { name: 'Set PIN' }),
      },
      {
        name: 'right to left',
        arrange: temporary({ password: true, pin: true }),
        act: readFromTheRight,
        settled: (page) => field(page, 'current_pin'),
      },
    ],
  },
  {
    name: 'two factor',
    path: '/settings',
    as: 'dora',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Turn on two-factor' }) },
      { name: 'set up', act: enrol, settled: (page) => field(page, 'code') },
      {
        name: 'code refused',
        act: inTurn(
          enrol,
          async (page) => field(page, 'code').fill(notShown(await keyOn(page))),
          press('Turn on'),
        ),
        settled: (page) => fieldError(page, 'code'),
      },
      {
        name: 'recovery codes',
        act: turnOn,
        settled: (page) => page.getByRole('list', { name: 'Recovery codes' }),
      },
      {
        name: 'on',
        act: inTurn(turnOn, press('I have saved them')),
        settled: (page) => page.getByRole('button', { name: 'Turn off two-factor' }),
      },
      {
        name: 'turn off',
        act: inTurn(turnOn, press('I have saved them'), press('Turn off two-factor')),
        settled: (page) => page.getByRole('alertdialog'),
      },
    ],
  },
]

/** The key that is shown beside its picture. */
async function keyOn(page: Page): Promise<string> {
  return (await page.getByText(/^[A-Z2-7]{32}$/).textContent())!
}
