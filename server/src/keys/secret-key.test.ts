import { endpoints } from '@bank/contract/endpoints'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor, type Visitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { openSecondBank, type SecondBank } from '../../test/second-bank.ts'
import { transfer } from '../../test/transfer.ts'
import { enrol } from '../../test/two-factor.ts'
import { countKeyUse } from '../http/ops/key-use.ts'
import { openMetricsHttp } from '../http/ops/metrics.ts'
import { readResetToken } from '../password-resets/password-reset.ts'
import { queueResetLinks } from '../password-resets/queue-reset-links.ts'
import { resealAuthenticators } from './reseal-authenticators.ts'

const first = 'the first key of this bank, 0123456789'
const second = 'another key, which takes its place: 9876543210'
const third = 'a key that this bank has never been given'

let bank: TestBank
let opened: SecondBank[] = []
beforeEach(async () => {
  bank = await openTestBank({ secretKey: first })
})
afterEach(async () => {
  for (const { close } of opened) await close()
  opened = []
  await bank.close()
})

async function restart(secretKey: string, secretKeyPrevious?: string): Promise<SecondBank> {
  const next = await openSecondBank(bank, { secretKey, secretKeyPrevious })
  opened.push(next)
  return next
}

const signIn = (at: SecondBank, { email }: Person, browser: Visitor = newVisitor()) =>
  at.call(browser, endpoints.signIn, { body: { email, password } })

const send = (at: SecondBank, who: Visitor, wishes = {}) =>
  at.call(who, endpoints.sendTransfer, { body: transfer({ amount: '1.00', ...wishes }) })

/** The numbers of rows of each kind: under the current key, under the previous one, under another. */
async function use({ bank }: SecondBank): Promise<Record<string, number[]>> {
  const uses = await countKeyUse(bank.db, bank.keys)
  return Object.fromEntries(
    uses.map(({ what, current, previous, other }) => [what, [current, previous, other]]),
  )
}

async function pinRow({ userId }: Person) {
  const { rows } = await bank.bank.db.query('select hash, key_id, wrong_count from pins where user_id = $1', [
    userId,
  ])
  return rows[0]
}

describe('the start compares SECRET_KEY with the database', () => {
  test('a start with another SECRET_KEY fails with one line, also beside a wrong SECRET_KEY_PREVIOUS', async () => {
    const line =
      'SECRET_KEY is not the one this database was made with: set the old one as SECRET_KEY_PREVIOUS, or put it back.'
    await expect(restart(third)).rejects.toThrow(line)
    await expect(restart(third, second)).rejects.toThrow(
      'SECRET_KEY is not the one this database was made with',
    )
  })

  test('a new SECRET_KEY beside the old one is recorded once and for good, audited, and ends the old one', async () => {
    await restart(second, first)
    await restart(second, first)
    await restart(second)
    await expect(restart(first)).rejects.toThrow('SECRET_KEY is not the one this database was made with')
    for (const statement of [`update secret_keys set key_id = '0123456789ab'`, 'delete from secret_keys']) {
      await expect(bank.bank.db.query(statement)).rejects.toThrow('permission denied')
    }
    const { rows } = await bank.bank.db.query('select number, key_id from secret_keys order by number')
    expect(rows).toEqual([
      { number: 1, key_id: bank.bank.keys.id },
      { number: 2, key_id: opened[0]!.bank.keys.id },
    ])
    const events = await bank.bank.db.query(
      `select details from audit_events where action = 'secret_key_replaced'`,
    )
    expect(events.rows).toEqual([{ details: { from: bank.bank.keys.id, to: opened[0]!.bank.keys.id } }])
  })

  test('several processes that start with a new SECRET_KEY at the same time record it once', async () => {
    await Promise.all([1, 2, 3, 4].map(() => restart(second, first)))
    const { rows } = await bank.bank.db.query('select key_id from secret_keys order by number')
    expect(rows).toHaveLength(2)
  })

  test('a database with users that has recorded no key refuses SECRET_KEY_PREVIOUS', async () => {
    const { default: pg } = await import('pg')
    const owner = new pg.Client(bank.ownerAddress)
    await owner.connect()
    await owner.query('alter table secret_keys disable trigger all; delete from secret_keys')
    await owner.end()
    await expect(restart(second, first)).rejects.toThrow(
      'SECRET_KEY_PREVIOUS is set, but this database has not recorded its key yet: start once with the current SECRET_KEY alone.',
    )
    await expect(restart(first)).resolves.toBeDefined()
  })
})

describe('while SECRET_KEY is being replaced', () => {
  test('a password is accepted, and the next sign-in stores its hash under the new key', async () => {
    const next = await restart(second, first)
    const before = (await use(next)).passwords![1]!
    expect((await signIn(next, bank.alice)).status).toBe(201)
    expect((await use(next)).passwords).toEqual([1, before - 1, 0])
    const alone = await restart(second)
    expect((await signIn(alone, bank.alice)).status).toBe(201)
    expect((await signIn(alone, bank.bruno)).problem.code).toBe('credentials_invalid')
  })

  test('a wrong password leaves its hash under the old key, and concurrent sign-ins with the right one all succeed', async () => {
    const next = await restart(second, first)
    const body = { email: bank.alice.email, password: 'not the password' }
    expect((await next.call(newVisitor(), endpoints.signIn, { body })).problem.code).toBe(
      'credentials_invalid',
    )
    expect((await use(next)).passwords![0]).toBe(0)
    const replies = await Promise.all(Array.from({ length: 6 }, () => signIn(next, bank.alice)))
    expect(replies.map(({ status }) => status)).toEqual(Array(6).fill(201))
    expect((await use(next)).passwords![0]).toBe(1)
  })

  test('a sign-in that waits for its code continues when the password is rehashed under the new key', async () => {
    const next = await restart(second, first)
    const { secret } = await enrol(bank, bank.alice)
    const waiting = newVisitor()
    const { answer } = await bank.call(waiting, endpoints.signIn, {
      body: { email: bank.alice.email, password },
    })
    if (!('secondStep' in answer)) throw new Error('no code was asked for')
    await signIn(next, bank.alice)
    const body = { challenge: answer.secondStep.challenge, code: codeAt(secret, bank.clock.now()) }
    expect((await next.call(waiting, endpoints.signInWithCode, { body })).status).toBe(201)
  })

  test('a confirmation with the password stores its hash under the new key', async () => {
    await bank.call(bank.alice, endpoints.readMe)
    const next = await restart(second, first)
    expect((await next.call(bank.alice, endpoints.confirmSession, { body: { password } })).status).toBe(201)
    expect((await use(next)).passwords![0]).toBe(1)
  })

  test('a wrong PIN is counted once and leaves the stored one as it is, and transfers with the right one store it under the new key', async () => {
    await bank.call(bank.alice, endpoints.readMe)
    const next = await restart(second, first)
    const before = await pinRow(bank.alice)
    expect((await send(next, bank.alice, { transaction_pin: '4321' })).problem.code).toBe('pin_incorrect')
    expect(await pinRow(bank.alice)).toEqual({ ...before, wrong_count: 1 })
    const replies = await Promise.all(Array.from({ length: 20 }, () => send(next, bank.alice)))
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    expect(await pinRow(bank.alice)).toMatchObject({ key_id: next.bank.keys.id, wrong_count: 0 })
    const alone = await restart(second)
    expect((await send(alone, bank.alice)).status).toBe(201)
  })

  test('a PIN is stored under the new key also when its transfer is refused', async () => {
    await bank.call(bank.alice, endpoints.readMe)
    const next = await restart(second, first)
    expect((await send(next, bank.alice, { amount: '9999.00' })).problem.code).toBe('balance_insufficient')
    expect((await pinRow(bank.alice)).key_id).toBe(next.bank.keys.id)
  })

  test('a PIN of the old key can be changed', async () => {
    await bank.call(bank.alice, endpoints.readMe)
    const next = await restart(second, first)
    const body = { current_pin: pin, new_pin: '98765' }
    expect((await next.call(bank.alice, endpoints.changePin, { body })).status).toBe(204)
    expect((await pinRow(bank.alice)).key_id).toBe(next.bank.keys.id)
    expect((await send(next, bank.alice, { transaction_pin: '98765' })).status).toBe(201)
  })

  test('the passcode elevates a session, and is stored under the new key', async () => {
    await bank.call(bank.clara, endpoints.readMe)
    const next = await restart(second, first)
    expect((await next.call(bank.clara, endpoints.enterPasscode, { body: { passcode } })).status).toBe(201)
    expect((await use(next)).passcode).toEqual([1, 0, 0])
    const alone = await restart(second)
    expect((await alone.call(bank.clara, endpoints.enterPasscode, { body: { passcode } })).status).toBe(201)
  })

  test('an authenticator’s code is accepted before and after its secret is sealed again', async () => {
    const { secret } = await enrol(bank, bank.alice)
    const next = await restart(second, first)
    const secondStep = async (at: SecondBank) => {
      const browser = newVisitor()
      const { answer } = await signIn(at, bank.alice, browser)
      if (!('secondStep' in answer)) throw new Error('no code was asked for')
      const body = { challenge: answer.secondStep.challenge, code: codeAt(secret, bank.clock.now()) }
      bank.clock.pass(0.5)
      return (await at.call(browser, endpoints.signInWithCode, { body })).status
    }
    expect(await secondStep(next)).toBe(201)
    expect(await resealAuthenticators(next.bank)).toBe(1)
    expect(await resealAuthenticators(next.bank)).toBe(0)
    expect((await use(next)).authenticators).toEqual([1, 0, 0])
    expect(await secondStep(await restart(second))).toBe(201)
  })

  test('a recovery code made under the old key is used once', async () => {
    const { recoveryCodes } = await enrol(bank, bank.alice)
    const next = await restart(second, first)
    const recover = async () => {
      const browser = newVisitor()
      const { answer } = await signIn(next, bank.alice, browser)
      if (!('secondStep' in answer)) throw new Error('no code was asked for')
      const body = { challenge: answer.secondStep.challenge, recovery_code: recoveryCodes[0]! }
      return (await next.call(browser, endpoints.signInWithRecoveryCode, { body })).status
    }
    expect(await recover()).toBe(201)
    expect(await recover()).toBe(422)
    expect((await use(next))['unused recovery codes']).toEqual([0, 9, 0])
  })

  test('a known device of the old key stays known', async () => {
    const browser = newVisitor()
    await bank.call(browser, endpoints.signIn, { body: { email: bank.alice.email, password } })
    const next = await restart(second, first)
    await signIn(next, bank.alice, browser)
    const { rows } = await bank.bank.db.query(
      `select count(*)::int as count from outgoing_mail where recipient = $1 and subject like 'A new device%'`,
      [bank.alice.email],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('a reset link works, whichever process made it', async () => {
    const next = await restart(second, first)
    await bank.call(newVisitor(), endpoints.requestPasswordReset, { body: { email: bank.alice.email } })
    const both = await restart(first, second)
    const { queued } = await queueResetLinks(both.bank, bank.clock.now())
    const token = await readResetToken(next.bank.db, next.bank.keys.passwordResetKey, queued[0]!.id)
    const body = { token, new_password: 'tide and timber 42', confirm_password: 'tide and timber 42' }
    expect((await next.call(newVisitor(), endpoints.resetPassword, { body })).status).toBe(204)
  })
})

describe('two processes, of which one already has the new key', () => {
  test('when both processes have both keys, each accepts what the other stores', async () => {
    // Step 1: every process has both keys and uses the old one. Step 2: the processes are restarted one by one.
    const waiting = await restart(first, second)
    const restarted = await restart(second, first)
    await bank.call(bank.alice, endpoints.readMe)
    await signIn(restarted, bank.alice)
    await send(restarted, bank.alice)
    expect((await pinRow(bank.alice)).key_id).toBe(restarted.bank.keys.id)
    expect((await signIn(waiting, bank.alice)).status).toBe(201)
    expect((await send(waiting, bank.alice)).status).toBe(201)
    expect((await signIn(restarted, bank.alice)).status).toBe(201)
    expect((await send(restarted, bank.alice)).status).toBe(201)
  })

  test('a process with only the old key refuses what was stored under the new one, without a 500', async () => {
    const restarted = await restart(second, first)
    await bank.call(bank.alice, endpoints.readMe)
    await signIn(restarted, bank.alice)
    await send(restarted, bank.alice)
    const late = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: bank.alice.email, password },
    })
    expect(late.problem.code).toBe('credentials_invalid')
    expect((await bank.call(bank.alice, endpoints.sendTransfer, { body: transfer() })).problem.code).toBe(
      'pin_incorrect',
    )
  })

  test('only the process with the new key seals authenticators again', async () => {
    await enrol(bank, bank.alice)
    const waiting = await restart(first, second)
    const restarted = await restart(second, first)
    expect(await resealAuthenticators(restarted.bank)).toBe(1)
    expect(await resealAuthenticators(waiting.bank)).toBe(0)
    expect((await use(restarted)).authenticators).toEqual([1, 0, 0])
  })

  test('a late restart with the old key order is accepted, and the next start with the new order ends it', async () => {
    await restart(second, first)
    await restart(first, second)
    await restart(second, first)
    expect((await restart(second)).bank.keys.firstId).toBe(bank.bank.keys.id)
  })
})

describe('after the old key was dropped', () => {
  let dora: Person
  let alone: SecondBank
  beforeEach(async () => {
    dora = await bank.openAccount('Dora', { amountMinor: 100_00n })
    await bank.call(dora, endpoints.readMe)
    await restart(second, first)
    alone = await restart(second)
  })

  test('a PIN of the old key is refused like a wrong one, and its owner sets a new one once, also while it is locked', async () => {
    expect((await use(alone)).PINs).toEqual([0, 0, 4])
    const body = { current_pin: pin, new_pin: '98765' }
    expect((await alone.call(dora, endpoints.changePin, { body })).problem.code).toBe('current_pin_incorrect')
    expect((await send(alone, dora)).problem.code).toBe('pin_incorrect')
    for (let tries = 3; tries <= 5; tries++) await send(alone, dora)
    expect((await send(alone, dora)).problem.code).toBe('pin_locked')
    expect((await alone.call(dora, endpoints.readPin)).answer).toEqual({ isSet: false })
    expect((await alone.call(dora, endpoints.setPin, { body: { new_pin: '8642' } })).status).toBe(204)
    expect((await alone.call(dora, endpoints.readPin)).answer).toEqual({ isSet: true })
    expect((await send(alone, dora, { transaction_pin: '8642' })).status).toBe(201)
    const { problem } = await alone.call(dora, endpoints.setPin, { body: { new_pin: '9753' } })
    expect(problem.code).toBe('pin_set')
  })

  test('a first PIN is not set while the previous key is accepted, nor without a confirmation 10 minutes after the sign-in', async () => {
    const both = await restart(second, first)
    const body = { new_pin: '8642' }
    expect((await both.call(dora, endpoints.setPin, { body })).problem.code).toBe('pin_set')
    bank.clock.pass(11)
    expect((await alone.call(dora, endpoints.setPin, { body })).problem.code).toBe('confirm_required')
  })

  test('a code of an authenticator sealed with the old key is refused without a 500', async () => {
    const { secret } = await enrol(bank, dora)
    const { rows } = await bank.bank.db.query('select password_hash from users where id = $1', [dora.userId])
    const known = await alone.bank.passwords.hash(password)
    await bank.bank.db.query('update users set password_hash = $2 where id = $1', [dora.userId, known])
    expect(rows).toHaveLength(1)
    const browser = newVisitor()
    const { answer } = await signIn(alone, dora, browser)
    if (!('secondStep' in answer)) throw new Error('no code was asked for')
    const body = { challenge: answer.secondStep.challenge, code: codeAt(secret, bank.clock.now()) }
    expect((await alone.call(browser, endpoints.signInWithCode, { body })).problem.code).toBe(
      'code_incorrect',
    )
  })
})

test('during a replacement the metrics count the rows that are left', async () => {
  const next = await restart(second, first)
  const read = async ({ bank: of }: { bank: SecondBank['bank'] }) =>
    (await openMetricsHttp(of).inject({ method: 'GET', url: '/metrics' })).body
  const left = (await countKeyUse(next.bank.db, next.bank.keys)).reduce(
    (sum, { previous }) => sum + previous,
    0,
  )
  expect(left).toBeGreaterThan(0)
  expect(await read(next)).toContain(`\nbank_rows_under_previous_key ${left}\n`)
  expect(await read(bank)).not.toContain('bank_rows_under_previous_key')
})
