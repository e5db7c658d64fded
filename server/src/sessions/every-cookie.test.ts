import type { Endpoint } from '@bank/contract/endpoint'
import { endpoints } from '@bank/contract/endpoints'
import { gatewayEndpoints } from '@bank/contract/gateway/endpoints'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Sent, Visitor } from '../../test/ask.ts'
import { codeAt } from '../../test/authenticator.ts'
import { openTestBank, type Person, passcode, password, pin, type TestBank } from '../../test/bank.ts'
import { openFurtherAccount } from '../../test/further-account.ts'
import { gateway, openGatewayDoor } from '../../test/gateway-door.ts'
import { registrationForm } from '../../test/registration-form.ts'
import { beginSignIn, enrol, type TwoFactorSecrets } from '../../test/two-factor.ts'
import { emailCode, insertEmailChange } from '../email-changes/email-change.ts'
import { linkToken } from '../mail/link-token.ts'
import { inTransaction } from '../postgres/transaction.ts'
import { sessionKeyOf } from './session.ts'

let bank: TestBank
beforeAll(async () => {
  bank = await openTestBank({ gateway })
})
afterAll(() => bank.close())

type Owner = Person & { readonly twoFactor: TwoFactorSecrets | undefined }

/** A request that succeeds with the present cookie of an elevated session that holds a proof. */
type Case = {
  /** How the owner's account is before the session is elevated and confirmed. */
  readonly of?: 'two-factor' | 'no PIN'
  readonly request?: (owner: Owner) => Sent<Endpoint> | Promise<Sent<Endpoint>>
}

/** An administrator's own e-mail is changed on the command line only. */
const removeRole = ({ userId }: Owner) =>
  bank.bank.db.query(`update users set role = 'customer' where id = $1`, [userId])
const secondStep = async (owner: Owner) => ({ challenge: await beginSignIn(bank, owner) })
const nowCode = ({ twoFactor }: Owner) => codeAt(twoFactor!.secret, bank.clock.now())
const lastRecoveryCode = ({ twoFactor }: Owner) => twoFactor!.recoveryCodes.at(-1)!

const cases: Record<string, Case> = {
  register: { request: ({ email }) => ({ body: { ...registrationForm, email: `new.${email}` } }) },
  signIn: { request: ({ email }) => ({ body: { email, password } }) },
  signInWithCode: {
    of: 'two-factor',
    request: async (owner) => ({ body: { ...(await secondStep(owner)), code: nowCode(owner) } }),
  },
  signInWithRecoveryCode: {
    of: 'two-factor',
    request: async (owner) => ({
      body: { ...(await secondStep(owner)), recovery_code: lastRecoveryCode(owner) },
    }),
  },
  confirmSession: { request: () => ({ body: { password } }) },
  changePassword: {
    request: () => ({ body: { new_password: 'another good one', confirm_password: 'another good one' } }),
  },
  changePin: { request: () => ({ body: { current_pin: pin, new_pin: '97531' } }) },
  setPin: { of: 'no PIN', request: () => ({ body: { new_pin: '97531' } }) },
  recoverPin: {
    of: 'two-factor',
    request: async ({ userId }) => {
      // A code of an authenticator that is new is no second proof.
      await bank.bank.db.query(
        `update authenticators set turned_on_at = turned_on_at - interval '4 days' where user_id = $1`,
        [userId],
      )
      return { body: { new_pin: '97531', confirm_pin: '97531' } }
    },
  },
  turnOnTwoFactor: {
    request: async (owner) => {
      const { answer } = await bank.call(owner, endpoints.beginTwoFactor)
      return { body: { code: codeAt(answer.secret, bank.clock.now()) } }
    },
  },
  turnOffTwoFactor: { of: 'two-factor' },
  makeRecoveryCodes: { of: 'two-factor' },
  thaw: {},
  requestEmailChange: {
    request: async (owner) => {
      await removeRole(owner)
      return { body: { email: `next.${owner.email}` } }
    },
  },
  changeEmail: {
    request: async (owner) => {
      await removeRole(owner)
      const { userId, email } = owner
      const change = { userId, email: `next.${email}`, purpose: 'own_change', askedBy: userId } as const
      const key = bank.bank.keys.emailChangeKey
      const { id } = await inTransaction(bank.bank.db, (connection) =>
        insertEmailChange(connection, change, { key, now: bank.clock.now() }),
      )
      return { body: { code: emailCode(linkToken(key.current, id)) } }
    },
  },
  closeAccount: {
    request: async (owner) => {
      const { number } = await openFurtherAccount(bank, owner)
      return { params: { number }, body: {} }
    },
  },
  enterPasscode: { request: () => ({ body: { passcode } }) },
  changePasscode: { request: () => ({ body: { passcode } }) },
}

let count = 0

async function openOwner(of: Case['of']): Promise<Owner> {
  const person = await bank.openAccount(`Owner${++count}`, { role: 'administrator', hasPin: of !== 'no PIN' })
  return { ...person, twoFactor: of === 'two-factor' ? await enrol(bank, person) : undefined }
}

const enterPasscode = (owner: Owner) => bank.call(owner, endpoints.enterPasscode, { body: { passcode } })
const confirm = ({ twoFactor, ...owner }: Owner) =>
  bank.call(owner, endpoints.confirmSession, {
    body: { password, ...(twoFactor && { recovery_code: twoFactor.recoveryCodes[0]! }) },
  })

/** Elevates and confirms the owner's session. Returns a browser with the cookie from before the last of the two. */
async function earlierCookieOf(owner: Owner, last: 'passcode' | 'confirmation'): Promise<Visitor> {
  const steps = last === 'passcode' ? [confirm, enterPasscode] : [enterPasscode, confirm]
  let before = new Map<string, string>()
  for (const step of steps) {
    before = new Map(owner.cookies)
    expect((await step(owner)).status).toBe(201)
  }
  return { cookies: before }
}

/** What the session of a browser's cookie is allowed; undefined for a cookie that is not the present one of a session. */
async function rightsOf(browser: Visitor) {
  const { rows } = await bank.bank.db.query<{ isElevated: boolean; isConfirmed: boolean; hasProof: boolean }>(
    `select lifted_at is not null as "isElevated", confirmed_at is not null as "isConfirmed",
            proven_at is not null as "hasProof"
       from sessions where token_hash = decode($1, 'hex')`,
    [sessionKeyOf(browser.cookies.get('sid') ?? '')],
  )
  return rows[0]
}

const nothing = { isElevated: false, isConfirmed: false, hasProof: false }
const everything = { isElevated: true, isConfirmed: true, hasProof: true }
/** What a caller may do who has just shown the secret, with the earlier cookie as well. */
const ofShownSecret: Record<string, typeof nothing> = {
  confirmSession: { ...nothing, isConfirmed: true, hasProof: true },
  enterPasscode: { ...nothing, isElevated: true },
}

describe('a cookie from before the passcode or a confirmation', () => {
  const setting = Object.entries<Endpoint>(endpoints).filter(([, endpoint]) => endpoint.setsCookie)

  test('every endpoint that sets a cookie is tried with the earlier cookie', () => {
    expect(setting.map(([name]) => name).toSorted()).toEqual(Object.keys(cases).toSorted())
  })

  for (const [name, endpoint] of setting) {
    for (const last of ['passcode', 'confirmation'] as const) {
      test(`${name} with the cookie from before the ${last} gives no cookie of the elevated and confirmed session`, async () => {
        const { of, request } = cases[name]!
        const owner = await openOwner(of)
        const thief = await earlierCookieOf(owner, last)
        const sent = (await request?.(owner)) ?? {}
        const reply = await bank.call(thief, endpoint, sent)

        const shown = ofShownSecret[name]
        if (!endpoint.audience.signedIn) {
          // As after signing out, the owner's session ends, and the new one is only signed in.
          expect([reply.status, await rightsOf(thief)]).toEqual([endpoint.status, nothing])
          expect(await rightsOf(owner)).toBeUndefined()
          return
        }
        if (shown) expect([reply.status, await rightsOf(thief)]).toEqual([endpoint.status, shown])
        else {
          expect(reply).toMatchObject({ status: 401, problem: { code: 'signed_out' } })
          expect(reply.headers['set-cookie']).toBeUndefined()
        }
        expect(await rightsOf(owner)).toEqual(everything)
        // The request was a right one: with the present cookie it succeeds. A code was used up by the confirmation above.
        const again = shown ? { status: endpoint.status } : await bank.call(owner, endpoint, sent)
        expect(again.status).toBe(endpoint.status)
      })
    }
  }
})

describe('a cookie from before the passcode at the hosted backend’s calls', () => {
  test('the calls that set a cookie belong to a registration, which has no elevated session', () => {
    const setting = Object.entries<Endpoint>(gatewayEndpoints).filter(([, endpoint]) => endpoint.setsCookie)
    expect(setting.map(([name, { audience }]) => [name, audience.signedIn])).toEqual([
      ['resumeRegistration', false],
      ['completeRegistration', false],
    ])
  })

  test('no call of the hosted backend makes the earlier cookie the elevated one', async () => {
    const owner = await bank.openAccount('Gates', { role: 'administrator', hasPin: false })
    const door = openGatewayDoor(bank)
    const jar = await door.signIn(owner.email)
    const users = '/databases/truedb/collections/users/documents'
    const settings = '/databases/truedb/collections/settings/documents'
    const thief = new Map(jar)
    const entered = { documentId: 'passcode', data: { passcode } }
    expect((await door.send('POST', settings, { jar, payload: entered })).status).toBe(201)

    const attempts = [
      ['PATCH', `${users}/${owner.userId}`, { data: { pin: '97531' } }],
      ['PATCH', '/account/password', { password: 'another good one' }],
      ['PATCH', `${settings}/passcode`, { data: { passcode: 'another passcode' } }],
    ] as const
    for (const [method, path, payload] of attempts) {
      const { status, headers } = await door.send(method, path, { jar: thief, payload })
      expect([path, status, headers['set-cookie']]).toEqual([path, 401, undefined])
    }
    expect((await door.send('GET', `${users}/${bank.alice.userId}`, { jar: thief })).status).toBe(401)
    expect((await door.send('GET', `${users}/${bank.alice.userId}`, { jar })).status).toBe(200)
  })
})
