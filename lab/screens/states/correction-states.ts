import { endpoints } from '@bank/contract/endpoints'
import { staffTexts } from '@bank/contract/toast-texts/staff'
import { altered, held, refused } from './answers.ts'
import { longName } from './extremes.ts'
import { fill, press, pressInDialog, readRightToLeft } from './page-actions.ts'
import { alert, button, fieldError, role, text } from './page-parts.ts'
import type { States } from './screen.ts'

const { readUser, correctProfile, sendResetLink, signOutUser } = endpoints

const open = press('Correct details')
const dialog = role('dialog', { name: 'Correct details' })
const save = [open, fill('reason', 'Seen on the passport'), press('Save')]
const typeEmail = fill('email', 'alicia.moreno@example.com')
const newEmail = altered(readUser, (user) => ({
  ...user,
  pendingEmail: {
    email: `${longName.toLowerCase()}@example.com`,
    expiresAt: new Date(Date.now() + 86_400_000).toISOString(),
  },
}))

/** An administrator's corrections on the page of a user, and the states after a new email. */
export const correctionStates: States = {
  'correct details': { act: [open], shows: dialog },
  'correction invalid': { act: [open, fill('name', ''), press('Save')], shows: fieldError('reason') },
  'correction new email': { act: [open, typeEmail], shows: text('A link is sent to the new email') },
  'correction email taken': {
    arrange: [refused(correctProfile, 'email_taken')],
    act: save,
    shows: fieldError('email'),
  },
  'correction outdated': {
    arrange: [refused(correctProfile, 'profile_outdated')],
    act: save,
    shows: button('Load the current details'),
  },
  'correction busy': {
    arrange: [held(correctProfile)],
    act: save,
    shows: button(staffTexts.correctProfile.busy),
  },
  'correction of an administrator': {
    arrange: [altered(readUser, (user) => ({ ...user, role: 'administrator' as const, dob: null }))],
    act: [open],
    shows: text('command line only'),
  },
  'correction long names': {
    arrange: [altered(readUser, (user) => ({ ...user, name: longName, street: longName }))],
    act: [open, typeEmail],
    shows: dialog,
  },
  'correction right to left': { act: [readRightToLeft, open], shows: dialog },
  'new email waiting': { isOverlong: true, arrange: [newEmail], shows: text('is not confirmed yet') },
  'reset link refused': {
    arrange: [
      newEmail,
      refused(sendResetLink, 'email_change_pending', { from: 'March 8, 2026 at 2:15 PM UTC' }),
    ],
    act: [press('Send reset link'), pressInDialog('Send reset link')],
    shows: alert,
  },
  'sign out refused': {
    arrange: [refused(signOutUser, 'busy')],
    act: [press('Log out everywhere'), pressInDialog('Log out everywhere')],
    shows: alert,
    tolerates: /status of 503/,
  },
}
