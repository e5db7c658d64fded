import { describe, expect, test } from 'vitest'
import * as closing from './closing-letters.ts'
import { drawLetter, type Frame } from './draw-letter.ts'
import * as freezeAndGuard from './freeze-and-guard-letters.ts'
import * as letters from './letters.ts'
import * as money from './money-letters.ts'
import type { Mail } from './outgoing-mail.ts'
import * as pin from './pin-letters.ts'
import * as profile from './profile-letters.ts'
import * as schedule from './schedule-letters.ts'
import * as twoFactor from './two-factor-letters.ts'

const bankName = 'First <Penny>'
const frame: Frame = {
  bankName,
  bankAddress: '1 Penny Lane',
  address: 'https://bank.example',
  contact: { shown: 'help@bank.example', link: 'mailto:help@bank.example' },
}

// Texts of another person, and values that a mailbox must not hold.
const stranger = 'Call +1 900 555 0199 <b>now</b>'
const accountNumber = '4996721044'

const dora = { name: 'Dora <b>', email: 'dora@example.com' }
const owner = { ...dora, number: accountNumber, currency: 'EUR' } as const
const link = { id: 'the-id', email: dora.email, expiresAt: new Date(0) }
const reason = 'As you asked'
const sent = { amountMinor: 40_00n, beneficiaryName: 'Erik', debitDescription: null }
// What the books know of a transaction and a mail must leave out.
const seen = {
  ...sent,
  reason: 'status 1',
  creditDescription: stranger,
  creditDetail: stranger,
  reference: stranger,
}
const failedRun = { payee: 'Erik', amount: '$40.00', day: 'March 1, 2026', reason: 'Insufficient balance' }
const changes = [{ label: 'phone number', before: accountNumber, after: stranger }]

/** Each letter of the bank, called with as much as its caller may have. */
const modules = {
  closing: {
    accountClosedMail: [
      closing.accountClosedMail(bankName, dora, { number: accountNumber, signInUntil: null, by: 'customer' }),
      closing.accountClosedMail(bankName, dora, { number: accountNumber, signInUntil: 'noon', by: 'bank' }),
    ],
    accountReopenedMail: [closing.accountReopenedMail(bankName, dora, accountNumber)],
  } satisfies Record<keyof typeof closing, Mail[]>,
  freezeAndGuard: {
    frozenMail: [freezeAndGuard.frozenMail(bankName, dora)],
    thawedMail: [freezeAndGuard.thawedMail(bankName, dora)],
    limitsRaisedMail: [
      freezeAndGuard.limitsRaisedMail(bankName, dora, {
        raises: [{ span: 'day', before: 100_00n, after: null }],
        currency: 'EUR',
        from: 'noon',
      }),
    ],
  } satisfies Record<keyof typeof freezeAndGuard, Mail[]>,
  letters: {
    welcomeMail: [letters.welcomeMail(bankName, dora), letters.welcomeMail(bankName, dora, link)],
    activationDeclinedMail: [reason, null].map((shown) =>
      letters.activationDeclinedMail(bankName, dora, { number: accountNumber, reason: shown }),
    ),
    accountActiveMail: [letters.accountActiveMail(bankName, dora, accountNumber)],
    pinLockedMail: [letters.pinLockedMail(bankName, dora)],
    newDeviceMail: [letters.newDeviceMail(bankName, dora)],
    resetLinkMail: [letters.resetLinkMail(bankName, dora, link)],
    resetHeldMail: [letters.resetHeldMail(bankName, dora, { from: 'noon' })],
    resetUnconfirmedMail: [letters.resetUnconfirmedMail(bankName, dora)],
    passwordResetMail: [letters.passwordResetMail(bankName, dora)],
    passwordChangedMail: [letters.passwordChangedMail(bankName, dora)],
    pinChangedMail: [letters.pinChangedMail(bankName, dora)],
    pinSetMail: [letters.pinSetMail(bankName, dora)],
    // To the bank itself.
    supportMail: [],
    supportAnswerMail: [
      letters.supportAnswerMail(bankName, dora, {
        reference: '0000ABCD',
        subject: 'My card',
        text: 'It is blocked.',
      }),
    ],
    booksWrongMail: [letters.booksWrongMail(bankName, dora.email, { invariant: 'Sums are zero' })],
  } satisfies Record<keyof typeof letters, Mail[]>,
  money: {
    fundingTakenBackMail: [money.fundingTakenBackMail(bankName, owner, { ...seen, why: reason })],
    moneyReceivedMail: [true, false].map((isFunding) =>
      money.moneyReceivedMail(bankName, owner, { ...seen, isFunding }),
    ),
    transferSentMail: [
      money.transferSentMail(bankName, owner, seen),
      money.transferSentMail(bankName, owner, {
        ...seen,
        beneficiaryName: null,
        debitDescription: `Rent to ${accountNumber}`,
      }),
    ],
    statusChangedMail: (['pending', 'success', 'failed'] as const).flatMap((status) =>
      [true, false].map((isDebit) =>
        money.statusChangedMail(bankName, owner, { ...seen, status, isDebit, why: null }),
      ),
    ),
  } satisfies Record<keyof typeof money, Mail[]>,
  pin: {
    pinLinkMail: [true, false].map((isOffered) => pin.pinLinkMail(bankName, dora, { ...link, isOffered })),
    pinUnlockedMail: [pin.pinUnlockedMail(bankName, dora)],
    pinRecoveredMail: [pin.pinRecoveredMail(bankName, dora, { limit: '500.00', until: 'noon' })],
  } satisfies Record<keyof typeof pin, Mail[]>,
  profile: {
    profileChangedMail: [profile.profileChangedMail(bankName, dora, changes)],
    profileCorrectedMail: [profile.profileCorrectedMail(bankName, dora, { changes, reason })],
    emailChangeAskedMail: [profile.emailChangeAskedMail(bankName, dora, { reason, until: 'noon' })],
    emailChangeCancelledMail: [profile.emailChangeCancelledMail(bankName, dora, { reason })],
    emailLinkMail: [profile.emailLinkMail(bankName, link)],
    emailCodeMail: [profile.emailCodeMail(bankName, link)],
    confirmEmailMail: [profile.confirmEmailMail(bankName, link)],
    emailChangedByOwnerMail: [profile.emailChangedByOwnerMail(bankName, link)],
    emailRestoredMail: [profile.emailRestoredMail(bankName, dora)],
    emailTakenBackMail: [profile.emailTakenBackMail(bankName, dora)],
    emailChangedMail: [profile.emailChangedMail(bankName, dora)],
    administratorEmailMail: [profile.administratorEmailMail(bankName, dora)],
    // To administrators and the user, who must know whom it is about.
    roleChangedMail: [],
  } satisfies Record<keyof typeof profile, Mail[]>,
  schedule: {
    runFailedMail: [
      schedule.runFailedMail(bankName, owner, { ...failedRun, hasEnded: false }),
      schedule.runFailedMail(bankName, owner, { ...failedRun, hasEnded: true }),
    ],
  } satisfies Record<keyof typeof schedule, Mail[]>,
  twoFactor: {
    twoFactorOnMail: [twoFactor.twoFactorOnMail(bankName, dora)],
    twoFactorOffMail: [twoFactor.twoFactorOffMail(bankName, dora)],
    twoFactorResetMail: [
      twoFactor.twoFactorResetMail(bankName, dora),
      twoFactor.twoFactorResetMail(bankName, dora, { limit: '500.00', until: 'noon' }),
    ],
    recoveryCodesMadeMail: [twoFactor.recoveryCodesMadeMail(bankName, dora)],
    recoveryCodeUsedMail: [twoFactor.recoveryCodeUsedMail(bankName, dora, { usedFor: 'sign-in', left: 9 })],
    codesBlockedMail: [twoFactor.codesBlockedMail(bankName, dora)],
  } satisfies Record<keyof typeof twoFactor, Mail[]>,
}

const mails = Object.values(modules).flatMap((module) =>
  Object.entries(module).flatMap(([name, drawn]) =>
    drawn.map((mail, at) => [`${name} ${at}`, mail] as const),
  ),
)
const secret = { link: 'https://bank.example/reset-password#token' }

describe.each(mails)('the letter %s', (_, mail) => {
  const { html, text } = drawLetter(mail, frame, secret)

  test('a mail has neither words of another person nor an account number nor a value of the profile', () => {
    for (const part of [mail.subject, html, text]) {
      expect(part).not.toContain('900 555')
      expect(part).not.toContain(accountNumber)
    }
  })

  test('a mail has no style sheet, no script and nothing to load, and follows the reader’s theme', () => {
    expect(html).not.toMatch(/<style|<script|<img|<link|\ssrc=|url\(|@import|background=/i)
    expect(html).toContain('<meta name="color-scheme" content="light dark">')
  })

  test('a mail has one button at most, to a page of the bank, and both parts have all that it says', () => {
    const links = [...html.matchAll(/href="([^"]*)"/g)].map(([, to]) => to)
    const { button } = mail.letter
    const target = button?.page === undefined ? secret.link : `${frame.address}${button.page}`
    expect(links).toEqual([...(button ? [target] : []), 'mailto:help@bank.example'])
    const { sentences, facts = [], advice = [] } = mail.letter
    const words = [...sentences, ...advice, ...facts.flatMap(({ label, value }) => [label, value])]
    const plain = html.replaceAll('&#39;', "'").replaceAll('&lt;', '<').replaceAll('&gt;', '>')
    for (const part of [plain, text]) for (const word of words) expect(part).toContain(word)
    expect(text).toMatch(/First <Penny>, 1 Penny Lane\n\nContact us: help@bank\.example$/)
  })
})

test('a mail with a code has it in both parts, and no link but the one to the bank', () => {
  const { html, text } = drawLetter(profile.emailCodeMail(bankName, link), frame, { code: '123 456' })
  expect(html).toContain('>123 456</strong>')
  expect(text).toContain('\n\nCode: 123 456\n\n')
  expect(html.match(/href=/g)).toHaveLength(1)
})
