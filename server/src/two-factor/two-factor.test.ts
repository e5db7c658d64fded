import { createHmac } from 'node:crypto'
import { endpoints } from '@bank/contract/endpoints'
import { hashRaw } from '@node-rs/argon2'
import jsQR from 'jsqr'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newVisitor } from '../../test/ask.ts'
import { auditEventsAbout, mailsTo } from '../../test/audit-and-mail.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, password, type TestBank } from '../../test/bank.ts'
import { beginSignIn, confirmIdentity, enrol } from '../../test/two-factor.ts'

let bank: TestBank
let dora: Person
let count = 0
beforeAll(async () => {
  bank = await openTestBank()
})
afterAll(() => bank.close())
beforeEach(async () => {
  dora = await bank.openAccount(`Dora${++count}`)
})

/** Begins two-factor with the password, and with a code where it is on. */
async function begin(code?: string) {
  await confirmIdentity(bank, dora, { ...(code !== undefined && { code }) })
  return bank.call(dora, endpoints.beginTwoFactor)
}
const turnOn = (code: string) => bank.call(dora, endpoints.turnOnTwoFactor, { body: { code } })
const turnOff = () => bank.call(dora, endpoints.turnOffTwoFactor)
const shown = (secret: string) => codeAt(secret, bank.clock.now())

const mails = async () => (await mailsTo(bank, dora.email)).map(({ subject }) => subject)

const events = async () => (await auditEventsAbout(bank, dora.userId)).map(({ action }) => action)

describe('turning two-factor on', () => {
  test('beginning two-factor shows a secret as text, as a URI and as a QR code', async () => {
    const { answer } = await begin()
    expect(answer.secret).toMatch(/^[A-Z2-7]{32}$/)
    const uri = new URL(answer.uri)
    expect(uri.protocol + uri.host).toBe('otpauth:totp')
    expect(decodeURIComponent(uri.pathname)).toBe(`/Truepenny:${dora.email}`)
    expect(Object.fromEntries(uri.searchParams)).toEqual({
      issuer: 'Truepenny',
      secret: answer.secret,
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    })
    // The bank blocks SVG.
    sharp.unblock({ operation: ['VipsForeignLoadSvgBuffer'] })
    const picture = sharp(Buffer.from(answer.picture), { density: 400 }).flatten({ background: 'white' })
    const { data, info } = await picture.ensureAlpha().raw().toBuffer({ resolveWithObject: true })
    const read = jsQR(new Uint8ClampedArray(data), info.width, info.height)
    expect(read?.data).toBe(answer.uri)
  })

  test('the first right code turns two-factor on and gives ten recovery codes', async () => {
    const { answer } = await begin()
    const on = await turnOn(shown(answer.secret))
    expect(on.answer.recoveryCodes).toHaveLength(10)
    expect(new Set(on.answer.recoveryCodes).size).toBe(10)
    for (const code of on.answer.recoveryCodes) expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-?){3}$/)
    const read = await bank.call(dora, endpoints.readTwoFactor)
    expect(read.answer).toEqual({
      turnedOnAt: bank.clock.now().toISOString(),
      recoveryCodesLeft: 10,
      isRequired: false,
    })
    expect([await mails(), await events()]).toEqual([
      ['Two-factor authentication is on at Truepenny'],
      ['session_confirmed', 'two_factor_turned_on'],
    ])
  })

  test('until the first right code, the password is enough to sign in', async () => {
    await begin()
    const wrong = await turnOn('000000')
    expect([wrong.status, wrong.problem.errors[0]?.pointer]).toEqual([422, '/code'])
    const read = await bank.call(dora, endpoints.readTwoFactor)
    expect(read.answer).toEqual({ turnedOnAt: null, recoveryCodesLeft: 0, isRequired: false })
    const signedIn = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: dora.email, password },
    })
    expect(signedIn.answer).toHaveProperty('user')
  })

  test('turning two-factor on gives the session a new cookie', async () => {
    const { answer } = await begin()
    const before = { cookies: new Map(dora.cookies) }
    await turnOn(shown(answer.secret))
    expect((await bank.call(dora, endpoints.readMe)).status).toBe(200)
    expect((await bank.call(before, endpoints.readMe)).status).toBe(401)
  })

  test('beginning two-factor again makes the first secret invalid', async () => {
    const first = await begin()
    const second = await begin()
    expect((await turnOn(shown(first.answer.secret))).problem.code).toBe('code_incorrect')
    expect((await turnOn(shown(second.answer.secret))).status).toBe(200)
  })

  test('turning two-factor on must follow its beginning within 15 minutes', async () => {
    await confirmIdentity(bank, dora)
    expect((await turnOn('000000')).problem.code).toBe('enrolment_ended')
    const { answer } = await begin()
    bank.clock.pass(15.5)
    // The session is over as well.
    expect((await turnOn('000000')).problem.code).toBe('signed_out')
    await confirmIdentity(bank, dora)
    expect((await turnOn(shown(answer.secret))).problem.code).toBe('enrolment_ended')
  })

  test('two-factor that is on cannot be begun again with another app', async () => {
    const { secret } = await enrol(bank, dora)
    expect((await begin(shown(secret))).problem.code).toBe('two_factor_on')
    expect((await turnOn(shown(secret))).problem.code).toBe('two_factor_on')
  })

  test('turning two-factor on uses up the confirmation', async () => {
    const { answer } = await begin()
    expect((await turnOn(shown(answer.secret))).status).toBe(200)
    expect((await turnOff()).problem).toMatchObject({ code: 'confirm_required', facts: { code: true } })
  })

  test('a wrong code does not use up the confirmation', async () => {
    const { answer } = await begin()
    expect((await turnOn('000000')).problem.code).toBe('code_incorrect')
    expect((await turnOn(shown(answer.secret))).status).toBe(200)
  })

  test('of two concurrent requests, one turns two-factor on', async () => {
    const { answer } = await begin()
    const code = shown(answer.secret)
    const twin = { cookies: new Map(dora.cookies) }
    const both = await Promise.all([
      turnOn(code),
      bank.call(twin, endpoints.turnOnTwoFactor, { body: { code } }),
    ])
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1)
    const first = both[0].status === 200 ? dora : twin
    expect((await bank.call(first, endpoints.readTwoFactor)).answer.recoveryCodesLeft).toBe(10)
  })
})

describe('turning two-factor off', () => {
  test('turning two-factor off makes the password enough again, with a mail and an audit event', async () => {
    const { secret } = await enrol(bank, dora)
    await confirmIdentity(bank, dora, { code: shown(secret) })
    expect((await turnOff()).status).toBe(204)
    const signedIn = await bank.call(newVisitor(), endpoints.signIn, {
      body: { email: dora.email, password },
    })
    expect(signedIn.answer).toHaveProperty('user')
    expect(await events()).toEqual([
      'session_confirmed',
      'two_factor_turned_on',
      'session_confirmed',
      'two_factor_turned_off',
      'signed_in',
    ])
    expect(await mails()).toContain('Two-factor authentication is off at Truepenny')
    const { rows } = await bank.bank.db.query(
      `select (select count(*) from authenticators where user_id = $1) as secrets,
              (select count(*) from recovery_codes where user_id = $1) as codes`,
      [dora.userId],
    )
    expect(rows).toEqual([{ secrets: 0n, codes: 0n }])
  })

  test('turning two-factor off ends a sign-in that waits for a code', async () => {
    const { secret } = await enrol(bank, dora)
    const challenge = await beginSignIn(bank, dora)
    await confirmIdentity(bank, dora, { code: shown(secret) })
    bank.clock.pass(0.5)
    expect((await turnOff()).status).toBe(204)
    const late = await bank.call(newVisitor(), endpoints.signInWithCode, {
      body: { challenge, code: shown(secret) },
    })
    expect([late.status, late.problem.code]).toEqual([401, 'sign_in_ended'])
  })

  test('two-factor that is off cannot be turned off', async () => {
    await confirmIdentity(bank, dora)
    expect((await turnOff()).problem.code).toBe('two_factor_off')
  })
})

describe('recovery codes stored without Argon2id', () => {
  test('recovery codes stored without Argon2id sign in once each, until new ones replace them', async () => {
    const { secret } = await enrol(bank, dora)
    const old = ['7K2M9QXD4TWB', 'A1B2C3D4E5F6']
    await bank.bank.db.query('delete from recovery_codes where user_id = $1', [dora.userId])
    for (const code of old) {
      const hash = createHmac('sha256', bank.bank.keys.recoveryCodeKey.current).update(
        `${dora.userId} ${code}`,
      )
      await bank.bank.db.query('insert into recovery_codes (user_id, hash) values ($1, $2)', [
        dora.userId,
        hash.digest(),
      ])
    }
    const use = async (recovery_code: string) => {
      const challenge = await beginSignIn(bank, dora)
      const body = { challenge, recovery_code }
      return (await bank.call(newVisitor(), endpoints.signInWithRecoveryCode, { body })).status
    }
    expect([await use(old[0]!), await use(old[0]!)]).toEqual([201, 422])
    await confirmIdentity(bank, dora, { code: shown(secret) })
    const { answer } = await bank.call(dora, endpoints.makeRecoveryCodes)
    expect([await use(old[1]!), await use(answer.recoveryCodes[0]!)]).toEqual([422, 201])
  })
})

describe('new recovery codes', () => {
  test('new recovery codes replace the earlier ones', async () => {
    const { secret, recoveryCodes } = await enrol(bank, dora)
    await confirmIdentity(bank, dora, { code: shown(secret) })
    const before = { cookies: new Map(dora.cookies) }
    const made = await bank.call(dora, endpoints.makeRecoveryCodes)
    expect(made.answer.recoveryCodes).toHaveLength(10)
    expect((await bank.call(before, endpoints.readMe)).status).toBe(401)
    const challenge = await beginSignIn(bank, dora)
    const withCode = (recovery_code: string) =>
      bank.call(newVisitor(), endpoints.signInWithRecoveryCode, { body: { challenge, recovery_code } })
    expect((await withCode(recoveryCodes[0]!)).problem.code).toBe('recovery_code_incorrect')
    expect((await withCode(made.answer.recoveryCodes[0]!)).status).toBe(201)
    expect(await mails()).toContain('New Truepenny recovery codes were made')
  })

  test('recovery codes cannot be made while two-factor is off', async () => {
    await confirmIdentity(bank, dora)
    expect((await bank.call(dora, endpoints.makeRecoveryCodes)).problem.code).toBe('two_factor_off')
  })
})

describe('each change of two-factor', () => {
  const changes = [
    ['beginning', endpoints.beginTwoFactor, undefined],
    ['turning on', endpoints.turnOnTwoFactor, { code: '123456' }],
    ['turning off', endpoints.turnOffTwoFactor, undefined],
    ['making recovery codes of', endpoints.makeRecoveryCodes, undefined],
  ] as const

  test.each(changes)(
    '%s two-factor needs a confirmation of this change, however recent the sign-in',
    async (_, of, body) => {
      const { status, problem } = await bank.call(dora, of, body && { body })
      expect([status, problem.code]).toEqual([403, 'confirm_required'])
    },
  )

  test.each(changes)('%s two-factor needs a session', async (_, of, body) => {
    const { problem } = await bank.call(newVisitor(), of, body && { body })
    expect(problem.code).toBe('signed_out')
  })
})

describe('stored two-factor secrets', () => {
  test('no table contains the secret or a recovery code in clear text', async () => {
    const { secret, recoveryCodes } = await enrol(bank, dora)
    const tables = ['authenticators', 'recovery_codes', 'audit_events', 'outgoing_mail']
    const stored = await Promise.all(
      tables.map((table) => bank.bank.db.query(`select row_to_json(t) as row from ${table} t`)),
    )
    const text = JSON.stringify(stored.map(({ rows }) => rows))
    for (const clearText of [
      secret,
      ...recoveryCodes,
      ...recoveryCodes.map((code) => code.replaceAll('-', '')),
    ]) {
      expect(text).not.toContain(clearText)
    }
    const raw = Buffer.from(secret).toString('hex')
    expect(text).not.toContain(raw)
  })

  test('a recovery code is stored as Argon2id with the salt of its set, under a key outside the database', async () => {
    const { recoveryCodes } = await enrol(bank, dora)
    const { rows } = await bank.bank.db.query('select hash, salt from recovery_codes where user_id = $1', [
      dora.userId,
    ])
    const salt: Buffer = rows[0].salt
    expect([rows.length, new Set(rows.map((row) => row.salt.toString('hex'))).size, salt.length]).toEqual([
      10, 1, 16,
    ])
    const derived = await hashRaw(recoveryCodes[0]!.replaceAll('-', ''), {
      memoryCost: 19_456,
      timeCost: 2,
      parallelism: 1,
      outputLen: 32,
      salt,
    })
    const hashes = rows.map((row) => row.hash.toString('hex'))
    const key = bank.bank.keys.recoveryCodeKey.current
    expect(hashes).toContain(createHmac('sha256', key).update(derived).digest('hex'))
    // Another set has another salt.
    await confirmIdentity(bank, dora, { recovery_code: recoveryCodes[0]! })
    expect((await bank.call(dora, endpoints.makeRecoveryCodes)).status).toBe(201)
    const { rows: later } = await bank.bank.db.query(
      'select distinct salt from recovery_codes where user_id = $1',
      [dora.userId],
    )
    expect(later).toHaveLength(1)
    expect(later[0].salt).not.toEqual(salt)
  })
})
