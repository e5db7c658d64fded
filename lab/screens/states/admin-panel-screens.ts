import type { AuditEventView } from '@bank/contract/audit/view'
import type { AnswerOf } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { altered, answered, held, rateLimited, refused } from './answers.ts'
import { creditedDispute, owedDisputes } from './dispute-answers.ts'
import { hugeAmount, longName, markup, rightToLeft } from './extremes.ts'
import {
  type Action,
  advanceClock,
  click,
  fill,
  installClock,
  openFirstRow,
  press,
  readRightToLeft,
  waitFor,
} from './page-actions.ts'
import { alertDialog, dialog, field, fieldError, firstRow, heading, role, table, text } from './page-parts.ts'
import { type Screen, screen } from './screen.ts'

const { checkSession, enterPasscode, readTwoFactor } = endpoints
const { listApprovals, listAuditEvents, listCases, listOutgoingMail, readCase, readOverview } = endpoints

const twoFactorOn = altered(readTwoFactor, (view) => ({ ...view, turnedOnAt: '2026-03-07T14:15:00Z' }))
const noMessages = answered(listCases, { cases: [], nextCursor: null })
const typePasscode = [fill('passcode', '00000000'), press('Continue')]

/** The session is elevated when the page is opened, and not in later answers. */
const elevationEndsSoon: Action = (page) => {
  let isFirst = true
  return altered(checkSession, ({ session }) => {
    const elevatedUntil = isFirst ? new Date(Date.now() + 5_000).toISOString() : null
    isFirst = false
    return { session: session && { ...session, elevatedUntil } }
  })(page)
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
const newestIsCorrection = altered(listAuditEvents, (log) => ({
  ...log,
  events: log.events.map((event, position) => (position === 0 ? { ...event, ...correction } : event)),
}))

/** Amounts, statuses, a deactivation, long names, and an event without an actor. */
const kinds: readonly Partial<AuditEventView>[] = [
  correction,
  { action: 'account_funded', before: '0.00', after: '2500.50', details: { currency: 'USD' } },
  {
    action: 'transaction_status_set',
    before: 'pending',
    after: 'failed',
    details: { currency: 'EUR', amount: '1240.00' },
  },
  {
    action: 'account_deactivated',
    before: 'active',
    after: 'inactive',
    details: { sessionsEnded: 1, reason: 'Card reported stolen' },
  },
  { action: 'password_reset_asked', actor: null },
  { action: 'account_funded', before: '0.00', after: hugeAmount, details: { currency: 'GBP' } },
]
const everyKind = altered(listAuditEvents, (log) => ({
  ...log,
  events: kinds.map((kind, position) => {
    const event = { ...log.events[0]!, seq: log.events[0]!.seq - position, ...kind }
    return position < 5 ? event : { ...event, actor: { ...event.actor!, name: longName } }
  }),
}))

const id = '019a0000-0000-7000-8000-00000000000'
const now = new Date().toISOString()
const oddSubjects = ['I cannot sign in', markup, rightToLeft, longName, 'Your password was reset']

/** One mail in each state. */
const oddMails = answered(listOutgoingMail, {
  nextCursor: `${id}9`,
  mails: (['sent', 'waiting', 'trying_again', 'given_up', 'kept'] as const).map((state, position) => ({
    id: `${id}${position}`,
    recipient: state === 'given_up' ? `${longName}@example.com` : 'alice@demo.example',
    subject: oddSubjects[position]!,
    text: `Dear Alice,\n\n${oddSubjects[position]}\n\nTruepenny`,
    state,
    createdAt: now,
    sentAt: state === 'sent' ? now : null,
    attempts: position,
    nextTryAt: state === 'trying_again' ? now : null,
    lastFault: state === 'trying_again' || state === 'given_up' ? '421 Try again later' : null,
  })),
})
const oddCases = oddSubjects.map((subject, position) => ({
  id: `${id}${position}`,
  reference: `TP-7K3M-92Q${position}`,
  kind: position === 2 ? ('dispute' as const) : ('question' as const),
  state: 'open' as const,
  dueAt: position === 0 ? '2026-01-02T23:59:59.999Z' : '2199-01-02T23:59:59.999Z',
  email: position === 3 ? `${longName}@example.com` : 'visitor@example.com',
  user: position === 0 ? { id: `${id}0`, name: 'Alice Moreno' } : null,
  subject,
  transactionId: position === 0 ? `${id}0` : null,
  createdAt: now,
  addressOwner: position === 0 ? null : { id: `${id}0`, name: longName },
  owner: null,
}))
const oddMessages = answered(listCases, { cases: oddCases, nextCursor: null })
const oddCase = {
  ...oddCases[0]!,
  entries: (['customer', 'note', 'bank'] as const).map((side, position) => ({
    id: `${id}${position}`,
    side,
    text: `${oddSubjects[position]}\n\nMy telephone fell into the sea. ${longName}`,
    by: { id: `${id}${position}`, name: longName },
    at: now,
    files: [{ id: `${id}0`, name: `${longName}.pdf`, size: 1_234_567 }],
  })),
}
const oddMessage = answered(readCase, oddCase)
const oddDisputeCase = answered(readCase, { ...oddCase, kind: 'dispute' })

const oddApprovals = answered(listApprovals, {
  approvals: ['Fund the account with $25,000.00', 'Give the role Administrator', longName].map(
    (sentence, position) => ({
      id: `${id}${position}`,
      sentence,
      user: { id: `${id}0`, name: oddSubjects[position]! },
      accountNumber: null,
      maker: { id: `${id}1`, name: position === 2 ? rightToLeft : 'Emma Castellano' },
      reason: position === 2 ? longName : 'Sale of a house',
      requestedAt: now,
      expiresAt: now,
      mayDecide: position !== 1,
    }),
  ),
})

const hoursFromNow = (hours: number) => new Date(Date.now() + hours * 3_600_000 - 60_000).toISOString()
const runningJob = { state: 'running' as const, succeededAt: now, failure: null, milliseconds: 3 }
const runningJobs = ['notify-movements', 'round-up', 'send-mail'].map((name) => ({ ...runningJob, name }))
const troubledJobs = [
  {
    name: 'delete-old-security-events',
    state: 'failing' as const,
    succeededAt: hoursFromNow(-2),
    failure: { at: now, error: 'could not extend file "base/16385/16620": No space left on device (53100)' },
    milliseconds: 1_204,
  },
  { ...runningJob, name: 'round-up', state: 'late' as const, succeededAt: hoursFromNow(-1) },
  { ...runningJob, name: 'send-mail' },
]
const nothing: AnswerOf<typeof readOverview> = {
  alerts: [],
  activations: { count: 0, overdueCount: 0, users: [] },
  pendingTransactions: { count: 0, sums: [], oldest: [] },
  approvals: 0,
  supportMessages: { count: 0, overdueCount: 0, due: [] },
  mail: { isOff: false, waitingCount: 0, retryingCount: 0, givenUpCount: 0 },
  areJobsPaused: false,
  jobs: runningJobs,
  backups: null,
  lowDisks: [],
  booksCheck: { finishedAt: now, fault: null, transactionCount: 2_802_750, entryCount: 5_605_500 },
}
const nothingWaits = answered(readOverview, nothing)
const waitingNames = ['Wanda Novak', rightToLeft, longName, 'Yara Souza', markup]
const muchWaits = answered(readOverview, {
  alerts: [{ name: 'activations', sentences: ['An account has waited since November 1, 2026.'] }],
  activations: {
    count: 5,
    overdueCount: 1,
    users: waitingNames.map((name, position) => ({
      id: `${id}${position}`,
      name,
      dueAt: hoursFromNow(position * 5 - 2),
    })),
  },
  pendingTransactions: {
    count: 1_234,
    sums: [
      { currency: 'USD', amount: hugeAmount, count: 1_200 },
      { currency: 'EUR', amount: '1250.00', count: 33 },
      { currency: 'GBP', amount: '9.99', count: 1 },
    ],
    oldest: waitingNames.map((name, position) => ({
      id: `${id}${position}`,
      user: { id: `${id}${position}`, name },
      accountNumber: null,
      currency: 'USD' as const,
      amount: position === 2 ? hugeAmount : '40.00',
      createdAt: hoursFromNow(position * 20 - 100),
    })),
  },
  approvals: 1,
  supportMessages: {
    count: 12,
    overdueCount: 1,
    due: oddCases.map(({ id, subject, email, dueAt }) => ({ id, subject, email, dueAt })),
  },
  mail: { isOff: false, waitingCount: 3, retryingCount: 2, givenUpCount: 1 },
  areJobsPaused: false,
  jobs: troubledJobs,
  backups: null,
  lowDisks: [],
  booksCheck: {
    finishedAt: hoursFromNow(-30),
    fault: {
      invariant: 'What is written in the books is never changed',
      row: 'batch 2 of a writer has another hash',
    },
    transactionCount: 2_802_750,
    entryCount: 5_605_500,
  },
})
const operatorNeeded = answered(readOverview, {
  ...nothing,
  areJobsPaused: true,
  jobs: troubledJobs,
  backups: {
    lastBackupAt: hoursFromNow(-60),
    isBackupOverdue: true,
    archivedUntil: hoursFromNow(-2),
    isArchiveBehind: true,
  },
  lowDisks: [{ folder: 'DATA_DIR', freeBytes: 2_400_000_000, sizeBytes: 64_000_000_000 }],
})
const tooMuch = answered(readOverview, {
  ...nothing,
  activations: { count: null, overdueCount: null, users: [] },
  pendingTransactions: {
    count: null,
    sums: [{ currency: 'USD', amount: hugeAmount, count: null }],
    oldest: [],
  },
  mail: { isOff: true, waitingCount: null, retryingCount: 0, givenUpCount: 0 },
  booksCheck: null,
})

/** The admin panel without its users: passcode, settings, audit log, outbox and support messages. */
export const adminPanelScreens: readonly Screen[] = [
  screen('passcode', '/admin', 'clara', {
    usual: { arrange: [twoFactorOn], shows: field('passcode') },
    'two factor advised': { shows: role('link', { name: 'Turn on two-factor authentication' }) },
    loading: { arrange: [held(readTwoFactor)], shows: heading('Admin Panel') },
    invalid: { act: [press('Continue')], shows: fieldError('passcode') },
    refused: {
      arrange: [refused(enterPasscode, 'passcode_incorrect')],
      act: typePasscode,
      shows: fieldError('passcode'),
    },
    paused: {
      arrange: [rateLimited(enterPasscode, 9)],
      act: typePasscode,
      shows: text('Try again in 9 minutes'),
    },
    'to others': { as: 'alice', shows: heading('404') },
  }),
  screen('overview', '/admin/overview', 'clara elevated', {
    usual: { shows: text(/^(The books are|The books have)/) },
    'much waits': { isOverlong: true, arrange: [muchWaits], shows: text('1 is overdue') },
    'nothing waits': { arrange: [nothingWaits], shows: text('All mail is sent') },
    'operator needed': {
      arrange: [operatorNeeded],
      shows: text('The bank is not backed up. Tell the operator of the bank.'),
    },
    'last run of each job': {
      arrange: [operatorNeeded],
      act: [click(text('Last run of each job'))],
      shows: text(/Took 3 ms/),
    },
    'too much to count': { arrange: [tooMuch], shows: text(/too many/) },
    loading: { arrange: [held(readOverview)], shows: heading('Hello Admin') },
    error: { arrange: [rateLimited(readOverview, 1)], shows: text('The overview could not be loaded') },
    'passcode again': {
      arrange: [installClock, elevationEndsSoon],
      act: [waitFor(heading()), advanceClock('00:21')],
      shows: alertDialog,
    },
  }),
  screen('all transactions', '/admin/transactions', 'clara elevated', {
    usual: { shows: firstRow },
    details: { act: [openFirstRow], shows: dialog },
    'nothing found': { query: '?from=2001-01-01&to=2001-01-01', shows: text('No transactions') },
  }),
  screen('money position', '/admin/money-position', 'clara elevated', {
    usual: { shows: text('Check the books now') },
    owed: { arrange: [owedDisputes], shows: text('Owed by customers after disputes') },
  }),
  screen('admin settings', '/admin/settings', 'clara elevated', {
    usual: { shows: field('passcode') },
    invalid: { act: [press('Update passcode')], shows: fieldError('passcode') },
  }),
  screen('audit log', '/admin/audit-log', 'clara elevated', {
    usual: { shows: firstRow },
    loading: { arrange: [held(listAuditEvents)], shows: table },
    error: { arrange: [rateLimited(listAuditEvents, 1)], shows: text('The audit log could not be loaded') },
    details: { act: [openFirstRow], shows: dialog },
    'every kind': { arrange: [everyKind], shows: firstRow },
    'details of a correction': { arrange: [newestIsCorrection], act: [openFirstRow], shows: dialog },
    'nothing found': { query: '?to=2001-01-01', shows: text('No entries in this period') },
    'filter refused': { query: '?from=2026-02-30', shows: fieldError('audit-from') },
    'right to left': { act: [readRightToLeft], shows: firstRow },
  }),
  screen('administrators', '/admin/administrators', 'clara elevated', {
    usual: { shows: text('Give a role') },
    giving: { act: [press('Give a role')], shows: dialog },
  }),
  screen('approvals', '/admin/approvals', 'clara elevated', {
    usual: { arrange: [oddApprovals], shows: text('Sale of a house') },
    approve: { arrange: [oddApprovals], act: [press(/^Approve/)], shows: alertDialog },
    decline: { arrange: [oddApprovals], act: [press(/^Decline/)], shows: field('reason') },
    empty: { shows: text('Nothing waits for approval') },
  }),
  screen('outbox', '/admin/outbox', 'clara elevated', {
    usual: { arrange: [oddMails], shows: firstRow },
    details: { arrange: [oddMails], act: [openFirstRow], shows: dialog },
  }),
  screen('security', '/admin/security', 'clara elevated', {
    usual: { shows: heading('Security') },
  }),
  screen('system', '/admin/system', 'clara elevated', {
    usual: { shows: text('Batches a second') },
  }),
  screen('support messages', '/admin/support-messages', 'clara elevated', {
    usual: { arrange: [oddMessages], shows: firstRow },
    details: { arrange: [oddMessages, oddMessage], act: [openFirstRow], shows: text('Internal note of') },
    dispute: {
      arrange: [oddMessages, oddDisputeCase, creditedDispute],
      act: [openFirstRow],
      shows: text('End for the bank'),
    },
    'end of a dispute': {
      arrange: [oddMessages, oddDisputeCase, creditedDispute],
      act: [openFirstRow, press('End for the bank')],
      shows: dialog,
    },
    empty: { arrange: [noMessages], shows: text('No message to answer') },
  }),
]
