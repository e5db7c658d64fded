import type { AuditEventView, AuditLogPage } from '@bank/contract/audit/view'
import type { OutgoingMailPage } from '@bank/contract/outbox/view'
import type { SessionView } from '@bank/contract/sessions/view'
import type { SupportMessagePage } from '@bank/contract/support/view'
import type { TwoFactorView } from '@bank/contract/two-factor/view'
import { field, fieldError, heading } from '@bank/e2e/bank'
import type { Page } from '@playwright/test'
import { inTurn, press } from './actions.ts'
import { altered, answered, held, refused } from './answers.ts'
import { longName, markup, readFromTheRight, rightToLeft } from './extremes.ts'
import type { Screen } from './screen.ts'

const row = (page: Page) => page.getByRole('table').getByRole('row').nth(1)
const openRow = inTurn((page) => row(page).getByRole('button').click())
const sheet = (page: Page) => page.getByRole('dialog')
const mails = '/api/admin/outgoing-mail'
const letters = '/api/admin/support-messages'
const twoFactor = '/api/me/two-factor'
const id = '019a0000-0000-7000-8000-00000000000'

/** The rest of the admin panel: its door, its settings and what it keeps on record. */
export const panelScreens: readonly Screen[] = [
  {
    name: 'passcode',
    path: '/admin',
    as: 'clara',
    states: [
      {
        name: 'usual',
        arrange: (page) =>
          altered(page, twoFactor, (view: TwoFactorView) => ({
            ...view,
            turnedOnAt: '2026-03-07T14:15:00Z',
          })),
        settled: (page) => field(page, 'passcode'),
      },
      {
        name: 'two factor advised',
        settled: (page) => page.getByRole('link', { name: 'Turn on two-factor authentication' }),
      },
      {
        name: 'two factor required',
        arrange: (page) => altered(page, twoFactor, (view: TwoFactorView) => ({ ...view, isRequired: true })),
        settled: (page) => page.getByText('Administrators need two-factor authentication'),
      },
      {
        name: 'loading',
        arrange: (page) => held(page, twoFactor),
        settled: (page) => heading(page).filter({ hasText: 'Admin Panel' }),
      },
      { name: 'invalid', act: press('Continue'), settled: (page) => fieldError(page, 'passcode') },
      {
        name: 'refused',
        arrange: (page) =>
          refused(page, '/api/admin/passcode-entries', 'passcode_incorrect', { method: 'POST' }),
        act: enterPasscode,
        settled: (page) => fieldError(page, 'passcode'),
      },
      {
        name: 'paused',
        arrange: (page) =>
          refused(page, '/api/admin/passcode-entries', 'too_many_attempts', {
            method: 'POST',
            facts: { minutes: 9 },
          }),
        act: enterPasscode,
        settled: (page) => page.getByText('Try again in 9 minutes'),
      },
      { name: 'to others', as: 'alice', settled: (page) => heading(page).filter({ hasText: '404' }) },
    ],
  },
  {
    name: 'overview',
    path: '/admin/overview',
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: (page) => heading(page).filter({ hasText: 'Hello Admin' }) },
      {
        name: 'passcode again',
        arrange: inTurn((page) => page.clock.install(), elevationEndsSoon),
        act: inTurn(
          (page) => heading(page).waitFor(),
          (page) => page.clock.fastForward('00:21'),
        ),
        settled: (page) => page.getByRole('alertdialog'),
      },
    ],
  },
  {
    name: 'admin settings',
    path: '/admin/settings',
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: (page) => field(page, 'passcode') },
      { name: 'invalid', act: press('Update passcode'), settled: (page) => fieldError(page, 'passcode') },
    ],
  },
  {
    name: 'audit log',
    path: '/admin/audit-log',
    as: 'clara elevated',
    states: [
      { name: 'usual', settled: row },
      {
        name: 'loading',
        arrange: (page) => held(page, '/api/admin/audit-events'),
        settled: (page) => page.getByRole('table'),
      },
      {
        name: 'error',
        arrange: (page) =>
          refused(page, '/api/admin/audit-events', 'too_many_attempts', { facts: { minutes: 1 } }),
        settled: (page) => page.getByText('The audit log could not be loaded'),
      },
      { name: 'details', act: openRow, settled: sheet },
      { name: 'correction', arrange: corrections, settled: row },
      { name: 'details of a correction', arrange: corrections, act: openRow, settled: sheet },
      {
        name: 'nothing found',
        query: '?to=2001-01-01',
        settled: (page) => page.getByText('No entries in this period'),
      },
      {
        name: 'filter refused',
        query: '?from=2026-02-30',
        settled: (page) => fieldError(page, 'audit-from'),
      },
      { name: 'right to left', act: readFromTheRight, settled: row },
    ],
  },
  {
    name: 'outbox',
    path: '/admin/outbox',
    as: 'clara elevated',
    states: [
      { name: 'usual', arrange: oddMails, settled: row },
      { name: 'details', arrange: oddMails, act: openRow, settled: sheet },
      { name: 'loading', arrange: (page) => held(page, mails), settled: (page) => page.getByRole('table') },
      {
        name: 'empty',
        arrange: (page) => altered<OutgoingMailPage>(page, mails, () => ({ mails: [], nextCursor: null })),
        settled: (page) => page.getByText('No mail yet'),
      },
    ],
  },
  {
    name: 'support inbox',
    path: '/admin/support-messages',
    as: 'clara elevated',
    states: [
      { name: 'usual', arrange: oddLetters, settled: row },
      { name: 'details', arrange: oddLetters, act: openRow, settled: sheet },
      { name: 'loading', arrange: (page) => held(page, letters), settled: (page) => page.getByRole('table') },
      {
        name: 'empty',
        arrange: (page) =>
          altered<SupportMessagePage>(page, letters, () => ({ messages: [], nextCursor: null })),
        settled: (page) => page.getByText('Nobody has written yet'),
      },
    ],
  },
]

async function enterPasscode(page: Page): Promise<void> {
  await field(page, 'passcode').fill('00000000')
  await press('Continue')(page)
}

/** The session is elevated when the page opens, and no longer when the bank is asked again. */
function elevationEndsSoon(page: Page): Promise<void> {
  let isFirst = true
  return altered<{ session: SessionView }>(page, '/api/sessions/current', ({ session }) => {
    const elevatedUntil = isFirst ? new Date(Date.now() + 5_000).toISOString() : null
    isFirst = false
    return { session: { ...session, elevatedUntil } }
  })
}

/** The newest entry is a correction of several details. */
function corrections(page: Page): Promise<void> {
  return altered<AuditLogPage>(page, '/api/admin/audit-events', (log) => ({
    ...log,
    events: log.events.map((event, place) => (place === 0 ? { ...event, ...correction } : event)),
  }))
}

const correction: Partial<AuditEventView> = {
  action: 'profile_corrected',
  before: null,
  after: null,
  details: {
    fields: 'name, date of birth, address',
    nameBefore: 'Alice Moreno',
    nameAfter: longName,
    dateOfBirthBefore: null,
    dateOfBirthAfter: '1990-05-17',
    addressBefore: rightToLeft,
    addressAfter: markup,
    reason: 'Seen on the passport',
  },
}

/** One mail in each state, with subjects that ask for trouble. */
function oddMails(page: Page): Promise<void> {
  const subjects = ['Welcome to Truepenny', markup, rightToLeft, longName, 'Your password was reset']
  const states = ['sent', 'waiting', 'trying_again', 'given_up', 'kept'] as const
  const at = new Date().toISOString()
  return answered(page, mails, 'GET', {
    nextCursor: `${id}9`,
    mails: states.map((state, place) => ({
      id: `${id}${place}`,
      recipient: place === 3 ? `${longName}@example.com` : 'alice@demo.example',
      subject: subjects[place]!,
      text: `Dear Alice,\n\n${subjects[place]}\n\nTruepenny`,
      state,
      createdAt: at,
      sentAt: state === 'sent' ? at : null,
      attempts: place,
      nextTryAt: state === 'trying_again' ? at : null,
      lastFault: state === 'trying_again' || state === 'given_up' ? '421 Try again later' : null,
    })),
  } satisfies OutgoingMailPage)
}

function oddLetters(page: Page): Promise<void> {
  const subjects = ['I cannot sign in', markup, rightToLeft, longName]
  return answered(page, letters, 'GET', {
    nextCursor: null,
    messages: subjects.map((subject, place) => ({
      id: `${id}${place}`,
      reference: `TP-7K3M-92Q${place}`,
      email: 'visitor@example.com',
      user: place === 0 ? { id: `${id}0`, name: 'Alice Moreno' } : null,
      subject,
      message: `${subject}\n\nMy telephone fell into the sea. ${longName}`,
      transactionId: place === 0 ? `${id}0` : null,
      createdAt: new Date().toISOString(),
    })),
  } satisfies SupportMessagePage)
}
