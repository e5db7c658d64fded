import { field, fieldError, heading, typeCredentials } from '@bank/e2e/bank'
import { registration } from '@bank/e2e/customer'
import { fillRegistration } from '@bank/e2e/registration-form'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { answered, held, refused, unreachable } from './answers.ts'
import { longName, readFromTheRight } from './extremes.ts'
import type { Screen } from './screen.ts'

const stranger = { email: 'nobody@example.com', password: 'not-the-password' }
const login = (page: Page) => typeCredentials(page, stranger)
const register = inTurn((page) => fillRegistration(page, registration()), press('Create account'))
const emailUse = '/api/email-changes/uses'
const confirmEmail = (page: Page) => page.getByRole('button', { name: 'Confirm this email address' })
const titled = (title: string) => (page: Page) => heading(page).filter({ hasText: title })

/** The first pages anybody sees: signing in and opening an account. */
export const visitorScreens: readonly Screen[] = [
  {
    name: 'sign in',
    path: '/',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => page.getByRole('button', { name: 'Try it as Alice' }) },
      {
        name: 'loading',
        // The form is drawn before it is known who is here.
        arrange: (page) => held(page, '/api/sessions/current'),
        settled: (page) => page.getByRole('button', { name: 'Login' }),
      },
      { name: 'invalid', act: press('Login'), settled: (page) => fieldError(page, 'password') },
      {
        name: 'refused',
        arrange: (page) => refused(page, '/api/sessions', 'credentials_invalid', { method: 'POST' }),
        act: login,
        settled: (page) => page.getByText('Check your email and password, then try again'),
      },
      {
        name: 'paused',
        arrange: (page) =>
          refused(page, '/api/sessions', 'too_many_attempts', { method: 'POST', facts: { minutes: 12 } }),
        act: login,
        settled: (page) => page.getByText('For your safety signing in has been paused'),
      },
      {
        name: 'temporary password expired',
        arrange: (page) => refused(page, '/api/sessions', 'password_expired', { method: 'POST' }),
        act: login,
        settled: (page) => page.getByText('Your temporary password has expired'),
      },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/sessions', 'POST'),
        act: login,
        settled: (page) => page.getByText('Signing you in…'),
      },
      {
        name: 'no answer',
        arrange: (page) => unreachable(page, '/api/sessions', 'POST'),
        act: login,
        settled: (page) => page.getByText('Signing in did not work this time'),
        tolerates: /net::ERR_FAILED/,
      },
    ],
  },
  {
    name: 'sign in code',
    path: '/',
    as: 'nobody',
    states: [
      { name: 'usual', arrange: askForCode, act: login, settled: (page) => field(page, 'code') },
      {
        name: 'refused',
        arrange: inTurn(askForCode, (page) =>
          refused(page, '/api/sessions/second-step', 'code_incorrect', { method: 'POST' }),
        ),
        act: inTurn(login, (page) => field(page, 'code').fill('123456'), press('Continue')),
        settled: (page) => fieldError(page, 'code'),
      },
      {
        name: 'recovery code',
        arrange: askForCode,
        act: inTurn(login, press('Use a recovery code')),
        settled: (page) => field(page, 'recovery_code'),
      },
    ],
  },
  {
    name: 'register',
    path: '/register',
    as: 'nobody',
    states: [
      { name: 'usual', settled: titled('Create an account') },
      { name: 'invalid', act: press('Create account'), settled: (page) => fieldError(page, 'email') },
      {
        name: 'refused',
        arrange: (page) => refused(page, '/api/registrations', 'email_taken', { method: 'POST' }),
        act: register,
        settled: (page) => fieldError(page, 'email'),
      },
      {
        name: 'busy',
        arrange: (page) => held(page, '/api/registrations', 'POST'),
        act: register,
        settled: (page) => page.getByRole('button', { name: 'Opening your account…' }),
      },
      {
        name: 'long names',
        act: (page) => fillRegistration(page, registration({ name: longName, address: longName })),
        settled: titled('Create an account'),
      },
      { name: 'right to left', act: readFromTheRight, settled: titled('Create an account') },
    ],
  },
  {
    name: 'reset password',
    path: '/reset-password',
    as: 'nobody',
    states: [
      { name: 'usual', settled: (page) => field(page, 'email') },
      { name: 'invalid', act: press('Send link'), settled: (page) => fieldError(page, 'email') },
      {
        name: 'sent',
        arrange: (page) => answered(page, '/api/password-resets', 'POST'),
        act: inTurn(
          (page) => field(page, 'email').fill(`${longName.toLowerCase()}@example.com`),
          press('Send link'),
        ),
        settled: titled('Check your mail'),
      },
      { name: 'by the link', query: '#token', settled: (page) => field(page, 'confirm_password') },
      {
        name: 'link used up',
        query: '#token',
        arrange: (page) =>
          refused(page, '/api/password-resets/uses', 'reset_link_invalid', { method: 'POST' }),
        act: chooseNewPassword,
        settled: (page) => page.getByRole('button', { name: 'Send me a new link' }),
      },
      {
        name: 'done',
        query: '#token',
        arrange: (page) => answered(page, '/api/password-resets/uses', 'POST'),
        act: chooseNewPassword,
        settled: titled('Your password has been changed'),
      },
    ],
  },
  {
    name: 'confirm email',
    path: '/confirm-email',
    as: 'nobody',
    states: [
      { name: 'usual', query: '#token', settled: confirmEmail },
      { name: 'without a link', settled: (page) => page.getByText('open the link in the mail') },
      {
        name: 'busy',
        query: '#token',
        arrange: (page) => held(page, emailUse, 'POST'),
        act: press('Confirm this email address'),
        settled: (page) => page.getByRole('button', { name: 'Confirming...' }),
      },
      {
        name: 'link used up',
        query: '#token',
        arrange: (page) => refused(page, emailUse, 'email_link_invalid', { method: 'POST' }),
        act: press('Confirm this email address'),
        settled: (page) => page.getByRole('alert'),
      },
      {
        name: 'taken by now',
        query: '#token',
        arrange: (page) => refused(page, emailUse, 'email_taken', { method: 'POST' }),
        act: press('Confirm this email address'),
        settled: (page) => page.getByRole('alert'),
      },
      {
        name: 'done',
        query: '#token',
        arrange: (page) => answered(page, emailUse, 'POST'),
        act: press('Confirm this email address'),
        settled: titled('Your email address is confirmed'),
      },
    ],
  },
]

async function askForCode(page: Page): Promise<void> {
  const endsAt = new Date(Date.now() + 300_000).toISOString()
  await answered(page, '/api/sessions', 'POST', { secondStep: { challenge: 'a-challenge', endsAt } })
}

async function chooseNewPassword(page: Page): Promise<void> {
  for (const name of ['new_password', 'confirm_password']) await field(page, name).fill('anchor-and-lantern')
  await press('Change password')(page)
}
