import type { UserDetailsView } from '@bank/contract/admin/users/view'
import { messages } from '@bank/contract/messages'
import { field, fieldError } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { altered, held, refused } from './answers.ts'
import { longName, readFromTheRight } from './extremes.ts'
import type { State } from './screen.ts'

const user = /^\/api\/admin\/users\/[^/]+$/
const correction = /^\/api\/admin\/users\/[^/]+\/profile$/
const resetLink = /^\/api\/admin\/users\/[^/]+\/password-reset$/
const open = press('Correct details')
const dialog = (page: Page) => page.getByRole('dialog', { name: 'Correct details' })
const save = inTurn(open, (page) => field(page, 'reason').fill('Seen on the passport'), press('Save'))

/** Corrections of a user's details on the user's page, and what a new email leads to. */
export const correctionStates: readonly State[] = [
  { name: 'correct details', act: open, settled: dialog },
  {
    name: 'correction invalid',
    act: inTurn(open, (page) => field(page, 'name').fill(''), press('Save')),
    settled: (page) => fieldError(page, 'reason'),
  },
  {
    name: 'correction new email',
    act: inTurn(open, (page) => field(page, 'email').fill('alicia.moreno@example.com')),
    settled: (page) => page.getByText('A link is sent to the new email'),
  },
  {
    name: 'correction email taken',
    arrange: (page) => refused(page, correction, 'email_taken', { method: 'PUT' }),
    act: save,
    settled: (page) => fieldError(page, 'email'),
  },
  {
    name: 'correction outdated',
    arrange: (page) => refused(page, correction, 'profile_outdated', { method: 'PUT' }),
    act: save,
    settled: (page) => page.getByRole('button', { name: 'Load the current details' }),
  },
  {
    name: 'correction busy',
    arrange: (page) => held(page, correction, 'PUT'),
    act: save,
    settled: (page) => page.getByRole('button', { name: messages.correctProfile.busy }),
  },
  {
    name: 'correction of an administrator',
    arrange: (page) =>
      altered<UserDetailsView>(page, user, (one) => ({ ...one, role: 'administrator', dob: null })),
    act: open,
    settled: (page) => page.getByText('command line only'),
  },
  {
    name: 'correction long names',
    arrange: (page) =>
      altered<UserDetailsView>(page, user, (one) => ({ ...one, name: longName, street: longName })),
    act: inTurn(open, (page) => field(page, 'email').fill('alicia.moreno@example.com')),
    settled: dialog,
  },
  { name: 'correction right to left', act: inTurn(readFromTheRight, open), settled: dialog },
  {
    name: 'new email waiting',
    isOverlong: true,
    arrange: newEmail,
    settled: (page) => page.getByText('is not confirmed yet'),
  },
  {
    name: 'reset link refused',
    arrange: inTurn(newEmail, (page) =>
      refused(page, resetLink, 'email_change_pending', {
        method: 'POST',
        facts: { from: 'March 8, 2026 at 2:15 PM UTC' },
      }),
    ),
    act: press('Send reset link'),
    settled: (page) => page.getByRole('alert'),
  },
]

function newEmail(page: Page): Promise<void> {
  const expiresAt = new Date(Date.now() + 86_400_000).toISOString()
  const pendingEmail = { email: `${longName.toLowerCase()}@example.com`, expiresAt }
  return altered<UserDetailsView>(page, user, (one) => ({ ...one, pendingEmail }))
}
