import { endpoints } from '@bank/contract/endpoints'
import { typeCredentials } from '@bank/e2e/bank'
import { registration } from '@bank/e2e/customer'
import { fillFirstStep, fillRegistration } from '@bank/e2e/registration-form'
import { answered, held, rateLimited, refused } from './answers.ts'
import { longName } from './extremes.ts'
import { noAnswer } from './failures.ts'
import { type Action, click, fill, press, readRightToLeft, typeNewPassword } from './page-actions.ts'
import { alert, button, type Find, field, fieldError, heading, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { signIn, signInWithCode, requestPasswordReset, resetPassword, confirmCorrectedEmail, restoreEmail } =
  endpoints

const logIn: Action = (page) =>
  typeCredentials(page, { email: 'visitor@example.com', password: 'not-the-password' })
const codeWanted: Action = (page) => {
  const endsAt = new Date(Date.now() + 300_000).toISOString()
  return answered(signIn, { secondStep: { challenge: 'a-challenge', endsAt } })(page)
}
const register: readonly Action[] = [
  (page) => fillRegistration(page, registration()),
  press('Create account'),
]
const createAccount = heading('Create an account')
const pressConfirm = press('Confirm this email address')
const restore = 'Take this address back'
const longEmail = { email: `${longName.toLowerCase()}@example.com` }

/** A state of a page that the link in a mail leads to. */
const byLink = (answer: Action, act: readonly Action[], shows: Find) => ({
  query: '#token',
  arrange: [answer],
  act,
  shows,
})

/** Pages for visitors: sign-in, registration and the links in mails. */
export const visitorScreens: readonly Screen[] = [
  screen('sign in', '/', 'visitor', {
    usual: { shows: button(/^Try it as Alice/) },
    // The form is usable before the session is known.
    loading: { arrange: [held(endpoints.checkSession)], shows: button('Login') },
    invalid: { act: [press('Login')], shows: fieldError('password') },
    refused: {
      arrange: [refused(signIn, 'credentials_invalid')],
      act: [logIn],
      shows: text('Check your email and password, then try again'),
    },
    paused: {
      arrange: [rateLimited(signIn, 12)],
      act: [logIn],
      shows: text('Logging in is paused'),
    },
    'temporary password expired': {
      arrange: [refused(signIn, 'password_expired')],
      act: [logIn],
      shows: text('Your temporary password has expired'),
    },
    busy: { arrange: [held(signIn)], act: [logIn], shows: text('Logging you in…') },
    'no answer': noAnswer(signIn, [logIn], text('You couldn’t be logged in')),
  }),
  screen('sign in code', '/', 'visitor', {
    usual: { arrange: [codeWanted], act: [logIn], shows: field('code') },
    refused: {
      arrange: [codeWanted, refused(signInWithCode, 'code_incorrect')],
      act: [logIn, fill('code', '123456'), press('Continue')],
      shows: fieldError('code'),
    },
    'recovery code': {
      arrange: [codeWanted],
      act: [logIn, press('Use a recovery code')],
      shows: field('recovery_code'),
    },
  }),
  screen('register', '/register', 'visitor', {
    usual: { shows: createAccount },
    invalid: { widths: [1440], act: [press('Create account')], shows: fieldError('email') },
    'invalid step': { widths: [390, 768], act: [press('Continue')], shows: fieldError('name') },
    'second step': {
      widths: [390, 768],
      act: [(page) => fillFirstStep(page, registration()), press('Continue')],
      shows: field('email'),
    },
    'last step': {
      widths: [390, 768],
      act: [(page) => fillRegistration(page, registration())],
      shows: field('password'),
    },
    'common password': {
      widths: [1440],
      act: [fill('password', 'password123'), click(field('pin'))],
      shows: fieldError('password'),
    },
    refused: {
      arrange: [refused(endpoints.register, 'email_taken')],
      act: register,
      shows: text('There is a problem'),
    },
    busy: {
      widths: [1440],
      arrange: [held(endpoints.register)],
      act: register,
      shows: button('Opening your account…'),
    },
    'long names': {
      act: [(page) => fillRegistration(page, registration({ name: longName, address: longName }))],
      shows: createAccount,
    },
    'right to left': { act: [readRightToLeft], shows: createAccount },
  }),
  screen('reset password', '/reset-password', 'visitor', {
    usual: { shows: field('email') },
    invalid: { act: [press('Send link')], shows: fieldError('email') },
    sent: {
      arrange: [answered(requestPasswordReset)],
      act: [fill('email', longEmail.email), press('Send link')],
      shows: heading('Check your email'),
    },
    'by the link': { query: '#token', shows: field('confirm_password') },
    'link used up': byLink(
      refused(resetPassword, 'reset_link_invalid'),
      typeNewPassword,
      button('Send me a new link'),
    ),
    done: byLink(answered(resetPassword), typeNewPassword, heading('Your password has been changed')),
  }),
  screen('confirm email', '/confirm-email', 'visitor', {
    usual: { query: '#token', shows: button('Confirm this email address') },
    'without a link': { shows: text('open the link in the email') },
    busy: byLink(held(confirmCorrectedEmail), [pressConfirm], button('Confirming...')),
    'link used up': byLink(refused(confirmCorrectedEmail, 'email_link_invalid'), [pressConfirm], alert),
    'taken by now': byLink(refused(confirmCorrectedEmail, 'email_taken'), [pressConfirm], alert),
    done: byLink(answered(confirmCorrectedEmail, longEmail), [pressConfirm], text(longEmail.email)),
  }),
  screen('restore email', '/restore-email', 'visitor', {
    usual: { query: '#token', shows: button(restore) },
    done: byLink(answered(restoreEmail, longEmail), [press(restore)], text(longEmail.email)),
  }),
]
