import { randomUUID } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { currencies } from '@bank/ledger/currency'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, pin, type TestBank } from '../../test/bank.ts'
import { correctionOf } from '../../test/correction.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { lockWaits, whileRowHeld } from '../../test/held-row.ts'
import { transfer } from '../../test/transfer.ts'
import { confirmIdentity, enrol } from '../../test/two-factor.ts'
import type { Config } from '../config/config.ts'
import { readEmailToken } from '../email-changes/email-change.ts'
import { linkToken } from '../mail/link-token.ts'
import { submitMovement } from '../movements/submitted-movement.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'

const mail = {
  by: 'smtp',
  sender: { name: 'Truepenny', email: 'bank@bank.example' },
  url: 'smtp://127.0.0.1:1',
} as const
const newPin = '86420'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank({ mail, demo: false })
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 2_000_00n })
})

const read = async () => (await bank.call(dora, endpoints.readPinRecovery)).answer
const ask = () => bank.call(dora, endpoints.requestPinLink)
const answerOf = ({ status, problem }: { status: number; problem?: { code: string } }) => [
  status,
  problem?.code,
]

/** The token of the latest link to an address, which only the mail has. */
async function mailedToken(email = dora.email): Promise<string> {
  await queueResetLinks(bank.bank, bank.clock.now())
  const rows = await mailsTo(bank, email, 'Choose a new % PIN')
  return linkToken(bank.bank.keys.passwordResetKey.current, rows.at(-1)!.password_reset_id!)
}

/** Asks for a link and takes its token from the mail. */
async function newToken(): Promise<string> {
  expect((await ask()).status).toBe(204)
  return mailedToken()
}

function recover(token: string | undefined, wishes: Record<string, string> = {}, who: Visitor = dora) {
  const body = { ...(token !== undefined && { token }), new_pin: newPin, confirm_pin: newPin, ...wishes }
  return bank.call(who, endpoints.recoverPin, { body })
}

/** The whole way of a customer without two-factor. */
async function recovered(): Promise<void> {
  const token = await newToken()
  await confirmIdentity(bank, dora)
  expect((await recover(token)).status).toBe(201)
}

function pay(amount: string, account?: string, wishes: Record<string, string> = {}) {
  const body = transfer({ amount, transaction_pin: newPin, ...wishes })
  return bank.call(dora, endpoints.sendTransfer, { query: account ? { account } : {}, body })
}

const events = (action: string) => auditEventsAbout(bank, dora.userId, action)

describe('a forgotten PIN', () => {
  test('a customer without two-factor chooses a new PIN with the password and a mailed link', async () => {
    expect(await read()).toEqual({ secondProof: 'link', obstacle: null, from: null })
    const token = await newToken()
    await confirmIdentity(bank, dora)
    const { status, answer } = await recover(token)
    const until = new Date(bank.clock.now().getTime() + 24 * 60 * 60_000).toISOString()
    expect([status, answer]).toEqual([201, { limit: '500.00', until }])
    expect((await pay('1.00', undefined, { transaction_pin: pin })).problem.code).toBe('pin_incorrect')
    expect((await pay('1.00')).status).toBe(201)
    expect(await events('pin_recovery_asked')).toMatchObject([{ actor_id: dora.userId }])
    expect(await events('pin_recovered')).toMatchObject([
      { actor_id: dora.userId, details: { secondProof: 'link', otherSessionsEnded: 0 } },
    ])
    const [told] = await mailsTo(bank, dora.email, '%PIN was replaced')
    expect(told?.text).toContain('500.00')
    expect(told?.text).not.toContain(newPin)
  })

  test('a customer with two-factor needs a code, and no link', async () => {
    const { secret } = await enrol(bank, dora)
    bank.clock.pass(72 * 60)
    dora.cookies.clear()
    expect((await read()).secondProof).toBe('code')
    expect(answerOf(await ask())).toEqual([409, 'pin_recovery_unavailable'])
    const refused = await recover(undefined)
    expect([refused.problem.code, refused.problem.facts]).toEqual(['confirm_required', { code: true }])
    const code = codeAt(secret, bank.clock.now())
    await confirmIdentity(bank, dora, { code })
    expect((await recover(undefined)).status).toBe(201)
    expect(await events('pin_recovered')).toMatchObject([{ details: { secondProof: 'code' } }])
    // A used code proves nothing a second time.
    const again = await bank.call(dora, endpoints.confirmSession, { body: { password, code } })
    expect(again.problem.code).toBe('code_incorrect')
    expect((await recover(undefined)).problem.code).toBe('confirm_required')
  })

  test('two-factor that was turned on within 72 hours does not replace the link', async () => {
    const { secret } = await enrol(bank, dora)
    expect((await read()).secondProof).toBe('link')
    const token = await newToken()
    await confirmIdentity(bank, dora, { code: codeAt(secret, bank.clock.now()) })
    expect((await recover(undefined)).problem.code).toBe('reset_link_invalid')
    expect((await recover(token)).status).toBe(201)
  })

  test('a new PIN ends the lock, the other sessions and the links of the user, and keeps this session', async () => {
    for (const wrong of [1, 2, 3, 4, 5]) await pay('1.00', undefined, { transaction_pin: `000${wrong}` })
    expect((await pay('1.00', undefined, { transaction_pin: pin })).problem.code).toBe('pin_locked')
    const other = newVisitor()
    await bank.call(other, endpoints.signIn, { body: { email: dora.email, password } })
    const first = await newToken()
    await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: dora.email } })
    const token = await newToken()
    const [reset] = await mailsTo(bank, dora.email, 'Choose a new % password')
    // Not handled yet: it has no link so far.
    await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: dora.email } })
    await confirmIdentity(bank, dora)
    const before = { cookies: new Map(dora.cookies) }
    expect((await recover(token)).status).toBe(201)
    expect((await pay('1.00')).status).toBe(201)
    expect((await bank.call(other, endpoints.readMe)).status).toBe(401)
    expect((await bank.call(before, endpoints.readMe)).status).toBe(401)
    await confirmIdentity(bank, dora)
    expect((await recover(first)).problem.code).toBe('reset_link_invalid')
    const key = bank.bank.keys.passwordResetKey.current
    const chosen = { new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
    const body = { token: linkToken(key, reset!.password_reset_id!), ...chosen }
    const used = await bank.call(newVisitor(), endpoints.resetPassword, { body })
    expect(used.problem.code).toBe('reset_link_invalid')
    const { queued } = await queueResetLinks(bank.bank, bank.clock.now())
    expect(queued.filter(({ email }) => email === dora.email)).toEqual([])
  })

  test('a user without a PIN gets one by a recovery, too', async () => {
    dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n, hasPin: false })
    await recovered()
    expect((await pay('1.00')).status).toBe(201)
  })
})

describe('a new PIN that replaces a forgotten one', () => {
  test.each([
    [
      'one of the usual ones',
      { new_pin: '1234', confirm_pin: '1234' },
      '/new_pin',
      /Many people use this PIN/,
    ],
    ['typed differently', { confirm_pin: '86421' }, '/confirm_pin', /PINs do not match/],
    ['too short', { new_pin: '123', confirm_pin: '123' }, '/new_pin', /at least 4 digits/],
  ])('a new PIN that is %s is refused', async (_, wishes, pointer, detail) => {
    await confirmIdentity(bank, dora)
    const { status, problem } = await recover('x', wishes)
    expect([status, problem.errors[0]]).toEqual([422, { pointer, detail: expect.stringMatching(detail) }])
  })

  test('a usual PIN is still accepted where the PIN is changed', async () => {
    const body = { current_pin: pin, new_pin: '1111' }
    expect((await bank.call(dora, endpoints.changePin, { body })).status).toBe(204)
  })
})

describe('a link for a new PIN', () => {
  test('a link works once', async () => {
    const token = await newToken()
    await confirmIdentity(bank, dora)
    expect((await recover(token)).status).toBe(201)
    await confirmIdentity(bank, dora)
    expect(answerOf(await recover(token))).toEqual([422, 'reset_link_invalid'])
  })

  test('a link that is used twice at once sets one PIN', async () => {
    const other = newVisitor()
    await bank.call(other, endpoints.signIn, { body: { email: dora.email, password } })
    const token = await newToken()
    for (const who of [dora, other]) await confirmIdentity(bank, who)
    const answers = await Promise.all([recover(token), recover(token, {}, other)])
    // The session of the second one was ended by the first.
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 401])
    expect(await mailsTo(bank, dora.email, '%PIN was replaced')).toHaveLength(1)
  })

  test('one confirmation and two requests at once set one PIN', async () => {
    const token = await newToken()
    await confirmIdentity(bank, dora)
    const answers = await Promise.all([recover(token), recover(token)])
    expect(answers.map(({ status }) => status).filter((status) => status === 201)).toHaveLength(1)
    expect(await events('pin_recovered')).toHaveLength(1)
  })

  test('a link ends after 15 minutes, and its mail is not sent after that', async () => {
    const askedAt = bank.clock.now()
    const token = await newToken()
    const [sent] = await mailsTo(bank, dora.email, 'Choose a new % PIN')
    expect(sent?.worth_until).toEqual(new Date(askedAt.getTime() + 15 * 60_000))
    bank.clock.pass(15)
    dora.cookies.clear()
    await confirmIdentity(bank, dora)
    expect(answerOf(await recover(token))).toEqual([422, 'reset_link_invalid'])
  })

  test('a link of another customer does nothing, and stays valid for its owner', async () => {
    const token = await newToken()
    await confirmIdentity(bank, bank.alice)
    expect(answerOf(await recover(token, {}, bank.alice))).toEqual([422, 'reset_link_invalid'])
    await confirmIdentity(bank, dora)
    expect((await recover(token)).status).toBe(201)
  })

  test('a link for a new password chooses no PIN, and one for a PIN no password', async () => {
    await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: dora.email } })
    const pinToken = await newToken()
    const [reset] = await mailsTo(bank, dora.email, 'Choose a new % password')
    const resetToken = linkToken(bank.bank.keys.passwordResetKey.current, reset!.password_reset_id!)
    await confirmIdentity(bank, dora)
    expect((await recover(resetToken)).problem.code).toBe('reset_link_invalid')
    const body = {
      token: pinToken,
      new_password: 'tide and timber 42',
      confirm_password: 'tide and timber 42',
    }
    const used = await bank.call(newVisitor(), endpoints.resetPassword, { body })
    expect(used.problem.code).toBe('reset_link_invalid')
  })

  test.each(['', 'x', '0'.repeat(43)])('the forged token %j is refused', async (token) => {
    await confirmIdentity(bank, dora)
    expect((await recover(token)).problem.code).toBe('reset_link_invalid')
  })

  test('links can be asked for three times an hour, whatever strangers ask for', async () => {
    for (let times = 0; times < 3; times++) {
      await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: dora.email } })
    }
    for (let times = 0; times < 3; times++) expect((await ask()).status).toBe(204)
    expect(answerOf(await ask())).toEqual([429, 'too_many_attempts'])
  })

  test('a link is neither in the outbox nor anywhere else in the database', async () => {
    const token = await newToken()
    const kept = await bank.bank.db.query(
      `select row_to_json(r)::text as text from password_resets r
        union all select row_to_json(m)::text from outgoing_mail m`,
    )
    expect(kept.rows.filter(({ text }) => text.includes(token))).toEqual([])
  })
})

describe('a thief', () => {
  test('a session without the password gets neither a link nor a new PIN', async () => {
    await bank.call(dora, endpoints.readMe)
    bank.clock.pass(11)
    expect((await ask()).problem.code).toBe('confirm_required')
    expect((await recover('x')).problem.code).toBe('confirm_required')
  })

  test('a fresh sign-in is not the confirmation that a new PIN needs', async () => {
    const token = await newToken()
    expect((await recover(token)).problem.code).toBe('confirm_required')
  })

  test('for 72 hours after the e-mail was changed no link is mailed, and a used one is refused', async () => {
    const token = await newToken()
    const next = `dora${count}@new.example`
    await bank.elevate(bank.clara)
    await correctionOf(bank, dora, { email: next })
    const { rows } = await bank.bank.db.query('select id from email_changes where user_id = $1', [
      dora.userId,
    ])
    const emailToken = await readEmailToken(bank.bank.db, bank.bank.keys.emailChangeKey, rows[0].id)
    bank.clock.pass(1)
    await bank.call(newVisitor(), endpoints.confirmCorrectedEmail, { body: { token: emailToken } })
    const changedAt = bank.clock.now().getTime()
    dora = { ...dora, email: next, cookies: new Map() }
    await bank.call(dora, endpoints.signIn, { body: { email: next, password } })
    expect(await read()).toEqual({
      secondProof: null,
      obstacle: 'email_changed_recently',
      from: new Date(changedAt + 72 * 60 * 60_000).toISOString(),
    })
    expect(answerOf(await ask())).toEqual([409, 'pin_recovery_unavailable'])
    await confirmIdentity(bank, dora)
    expect(answerOf(await recover(token))).toEqual([409, 'pin_recovery_unavailable'])
    bank.clock.pass(72 * 60)
    dora.cookies.clear()
    await bank.call(dora, endpoints.signIn, { body: { email: next, password } })
    await confirmIdentity(bank, dora)
    expect(answerOf(await recover(token))).toEqual([422, 'reset_link_invalid'])
    expect((await ask()).status).toBe(204)
  })

  test('to an e-mail that was never confirmed no link is mailed, and the customer is told so', async () => {
    const token = await newToken()
    await bank.bank.db.query('update users set email_confirmed_at = null where id = $1', [dora.userId])
    expect(await read()).toEqual({ secondProof: null, obstacle: 'email_unconfirmed', from: null })
    expect(answerOf(await ask())).toEqual([409, 'pin_recovery_unavailable'])
    await confirmIdentity(bank, dora)
    expect(answerOf(await recover(token))).toEqual([409, 'pin_recovery_unavailable'])
  })

  test('where the bank sends no mail, the customer is told so', async () => {
    const { config } = bank.bank
    const before = config.mail
    Object.assign(config, { mail: { by: 'outbox' } } satisfies Partial<Config>)
    try {
      expect(await read()).toEqual({ secondProof: null, obstacle: 'mail_off', from: null })
      expect(answerOf(await ask())).toEqual([409, 'pin_recovery_unavailable'])
    } finally {
      Object.assign(config, { mail: before })
    }
  })
})

describe('the limit after a recovered PIN', () => {
  test('the limit counts every account of the customer together, and the error tells the sum and its end', async () => {
    const { number } = await openFurtherAccount(bank, dora)
    const own = { transactionId: randomUUID(), to: number, amount: '700.00' }
    await bank.call(dora, endpoints.sendOwnTransfer, { body: own })
    await recovered()
    expect((await pay('300.00')).status).toBe(201)
    const refused = await pay('200.01', number)
    expect(answerOf(refused)).toEqual([422, 'guard_exceeded'])
    expect(refused.problem.detail).toMatch(
      /^This would exceed the bank’s new-PIN limit of \$500\.00\. You can send \$200\.00 until .+ UTC\.$/,
    )
    expect((await pay('200.00', number)).status).toBe(201)
    expect((await pay('0.01')).problem.code).toBe('guard_used_up')
    // Money between own accounts is not limited, with the PIN or without it.
    const inside = { account_number: number, bank_name: bank.bank.config.bankName }
    expect((await pay('600.00', undefined, inside)).status).toBe(201)
    bank.clock.pass(24 * 60)
    dora.cookies.clear()
    expect((await pay('600.00', number)).status).toBe(201)
  })

  test('each currency has the limit of its own, also in an account that is opened later', async () => {
    await recovered()
    const { number } = await openFurtherAccount(bank, dora, { currency: '€' })
    await bank.elevate(bank.clara)
    const funding = { amount: '900.00', transactionId: randomUUID(), reason: 'Deposit' }
    const request = { params: { id: dora.userId }, query: { account: number }, body: funding }
    expect((await bank.call(bank.clara, endpoints.fundAccount, request)).status).toBe(201)
    expect((await pay('500.01', number)).problem.detail).toContain('€500.00')
    expect((await pay('500.00', number)).status).toBe(201)
    expect((await pay('500.00')).status).toBe(201)
  })

  test('the limit cannot be raised by limits of the customer, and is listed beside them', async () => {
    const recoveryOf = async () => (await bank.call(dora, endpoints.listGuards)).answer.guards[0]?.recovery
    expect(await recoveryOf()).toBeNull()
    await recovered()
    await pay('100.00')
    await confirmIdentity(bank, dora)
    const body = { payment: '900.00', day: '1000.00', month: null }
    await bank.call(dora, endpoints.setGuard, { params: { currency: 'USD' }, body })
    expect((await pay('400.01')).problem.code).toBe('guard_exceeded')
    expect(await recoveryOf()).toMatchObject({ limit: '500.00', sent: '100.00' })
  })

  test('a second recovery does not give back what was sent after the first', async () => {
    await recovered()
    await pay('450.00')
    bank.clock.pass(23 * 60)
    dora.cookies.clear()
    await recovered()
    expect((await pay('50.01')).problem.code).toBe('guard_exceeded')
    bank.clock.pass(24 * 60)
    dora.cookies.clear()
    await recovered()
    expect((await pay('500.00')).status).toBe(201)
  })

  test('limits that were set before there was a PIN hold with the recovered one', async () => {
    dora = await bank.openAccount(`Dora${++count}`, { amountMinor: 100_00n, hasPin: false })
    for (const currency of currencies) {
      const body = { payment: '5.00', day: null, month: null }
      await bank.call(dora, endpoints.setGuard, { params: { currency }, body })
    }
    await recovered()
    expect((await pay('5.01')).problem.code).toBe('payment_guard_exceeded')
  })

  /** Makes a scheduled payment of the customer. Throws the refusal. */
  function paySchedule(amountMinor: bigint) {
    const { userId, account } = dora
    const facts = { from: account.id, currency: 'USD', madeBy: userId, debitDetail: 'Rent' } as const
    const movement = { kind: 'plain_transfer', id: randomUUID(), amountMinor, ...facts } as const
    const by = { bank: bank.bank, now: bank.clock.now() }
    return submitMovement(by, movement, { authority: { by: 'schedule', userId } })
  }

  test('a scheduled payment that is made in these 24 hours is asked, too', async () => {
    await recovered()
    await expect(paySchedule(500_01n)).rejects.toMatchObject({ code: 'guard_exceeded' })
  })

  test('a limit of the customer that is lower holds beside it', async () => {
    await bank.call(dora, endpoints.setGuard, {
      params: { currency: 'USD' },
      body: { payment: null, day: '50.00', month: null },
    })
    await recovered()
    expect((await pay('50.01')).problem.detail).toContain('your day limit')
  })

  test('a scheduled payment that waits for a recovery is decided with its limit', async () => {
    const token = await newToken()
    await confirmIdentity(bank, dora)
    await bank.call(dora, endpoints.setGuard, {
      params: { currency: 'USD' },
      body: { payment: '1000.00', day: null, month: null },
    })
    const held = `select from guards where user_id = '${dora.userId}' for update`
    await whileRowHeld(bank, held, async (release) => {
      const recovery = recover(token)
      await lockWaits(bank, 1)
      const paid = paySchedule(500_01n).catch((refusal: unknown) => refusal)
      await lockWaits(bank, 2)
      await release()
      expect((await recovery).status).toBe(201)
      expect(await paid).toMatchObject({ code: 'guard_exceeded' })
    })
  })
})

describe('an offer of staff', () => {
  const offer = (reason = 'Called from the number on file', who: Visitor = bank.clara) =>
    bank.call(who, endpoints.offerPinRecovery, { params: { id: dora.userId }, body: { reason } })

  test('an administrator mails a customer the link, with a reason that only staff read', async () => {
    await bank.elevate(bank.clara)
    expect((await offer()).status).toBe(204)
    const token = await mailedToken()
    const [told] = await mailsTo(bank, dora.email, 'Choose a new % PIN')
    expect(told?.text).not.toContain('Called from')
    expect(await events('pin_recovery_offered')).toMatchObject([
      { actor_id: bank.clara.userId, details: { reason: 'Called from the number on file' } },
    ])
    const own = (await bank.call(dora, endpoints.listOwnEvents)).answer
    expect(JSON.stringify(own)).toContain('pin_recovery_offered')
    expect(JSON.stringify(own)).not.toContain('Called from')
    // The link replaces no password.
    expect((await recover(token)).problem.code).toBe('confirm_required')
    await confirmIdentity(bank, dora)
    expect((await recover(token)).status).toBe(201)
  })

  test('an offer replaces no code where two-factor is on', async () => {
    await enrol(bank, dora)
    bank.clock.pass(72 * 60)
    await bank.elevate(bank.clara)
    await offer()
    const token = await mailedToken()
    dora.cookies.clear()
    expect((await recover(token)).problem.facts).toEqual({ code: true })
  })

  test('an offer needs a reason, the right and the passcode', async () => {
    expect((await offer(undefined, dora)).problem.code).toBe('forbidden')
    await bank.elevate(bank.clara)
    expect((await offer('')).problem.errors[0]?.pointer).toBe('/reason')
    bank.clara.cookies.clear()
    expect((await offer()).problem.code).toBe('passcode_required')
  })

  test('no link is offered to an e-mail that is not confirmed, or was changed in the last 72 hours', async () => {
    await bank.elevate(bank.clara)
    const set = (columns: string) =>
      bank.bank.db.query(`update users set ${columns} where id = $1`, [dora.userId])
    await set('email_confirmed_at = null')
    expect((await offer()).problem.code).toBe('email_unsettled')
    await set(`email_confirmed_at = now(), email_changed_at = '${bank.clock.now().toISOString()}'`)
    expect((await offer()).problem.code).toBe('email_unsettled')
    expect(await events('pin_recovery_offered')).toEqual([])
  })
})
