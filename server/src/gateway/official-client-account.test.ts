import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../test/bank.ts'
import {
  type HostedBank,
  type HostedPage,
  hostedClients,
  openHostedBank,
  project,
  refusalOf,
} from '../../test/hosted-client.ts'
import { enrol } from '../../test/two-factor.ts'

describe.each(hostedClients)('the account calls of the %s', (name, sdk) => {
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)

  describe('the door', () => {
    test(`the ${name} reads the answer of a ping`, async () => {
      expect(await bank.openPage().client.ping()).toMatchObject({ message: 'Pong!' })
    })

    test(`the ${name} of another project is refused`, async () => {
      const page = bank.openPage({ project: 'another' })
      expect(await refusalOf(page.account.get())).toMatchObject({ code: 404, type: 'project_not_found' })
    })

    test(`the ${name} on a page of another origin is refused`, async () => {
      const page = bank.openPage({ origin: 'http://localhost:6666' })
      expect(await refusalOf(page.account.get())).toMatchObject({ code: 403, type: 'general_unknown_origin' })
    })

    test(`the ${name} is refused calls that the bank does not have`, async () => {
      const { account, databases } = await bank.signIn(bank.alice)
      const route = { code: 404, type: 'general_route_not_found' }
      expect(await refusalOf(account.getPrefs())).toMatchObject(route)
      expect(await refusalOf(account.createJWT())).toMatchObject(route)
      expect(await refusalOf(account.updateEmail('a@example.com', password))).toMatchObject(route)
      const list = (database: string, collection: string) =>
        refusalOf(databases.listDocuments(database, collection))
      expect(await list('other', 'users')).toMatchObject({ code: 404, type: 'database_not_found' })
      expect(await list('truedb', 'other')).toMatchObject({ code: 404, type: 'collection_not_found' })
    })
  })

  describe('signing in', () => {
    test(`the ${name} signs in and reads its user and its session`, async () => {
      const page = bank.openPage()
      const { $id: id } = await page.account.createEmailPasswordSession(bank.alice.email, password)
      const session = await page.account.getSession('current')
      expect(session).toMatchObject({
        $id: id,
        $createdAt: moment,
        userId: bank.alice.userId,
        expire: moment,
        provider: 'email',
        ip: '',
        current: true,
        factors: ['password'],
        secret: '',
      })
      expect(await page.account.get()).toMatchObject({
        $id: bank.alice.userId,
        name: 'Alice',
        email: bank.alice.email,
        labels: [],
        mfa: false,
      })
      expect(await (await bank.signIn(bank.clara)).account.get()).toMatchObject({ labels: ['admin'] })
    })

    test(`the ${name} is refused a wrong password like an unknown email`, async () => {
      const { account } = bank.openPage()
      const refused = {
        code: 401,
        type: 'user_invalid_credentials',
        message: 'Invalid credentials. Please check the email and password.',
      }
      const attempt = (email: string) =>
        refusalOf(account.createEmailPasswordSession(email, 'a wrong password'))
      expect(await attempt(bank.alice.email)).toEqual(refused)
      expect(await attempt('no-user@example.com')).toEqual(refused)
    })

    test(`the ${name} is refused after too many wrong passwords`, async () => {
      const hanna = await bank.openAccount('Hanna')
      const { account } = bank.openPage()
      const attempt = () => refusalOf(account.createEmailPasswordSession(hanna.email, 'a wrong password'))
      const codes: number[] = []
      for (let attempts = 0; attempts < 12 && codes.at(-1) !== 429; attempts++)
        codes.push((await attempt()).code)
      expect(codes.at(-1)).toBe(429)
      expect(await attempt()).toMatchObject({ code: 429, type: 'general_rate_limit_exceeded' })
    })

    test(`the ${name} does not sign in a user with two-factor`, async () => {
      const ivo = await bank.openAccount('Ivo')
      await enrol(bank, ivo)
      const page = bank.openPage()
      expect(await refusalOf(page.account.createEmailPasswordSession(ivo.email, password))).toMatchObject({
        code: 401,
        type: 'user_more_factors_required',
      })
      expect(page.cookies).not.toContain(`a_session_${project}`)
      expect(await refusalOf(page.account.get())).toMatchObject({
        code: 401,
        type: 'general_unauthorized_scope',
      })
    })
  })

  describe('ending a session', () => {
    test(`the ${name} ends its session by its id, and no session of another user`, async () => {
      const jana = await bank.openAccount('Jana')
      const page = await bank.signIn(jana)
      const ofAlice = await (await bank.signIn(bank.alice)).account.getSession('current')
      expect(await refusalOf(page.account.deleteSession(ofAlice.$id))).toMatchObject({
        code: 404,
        type: 'user_session_not_found',
      })
      const { $id: own } = await page.account.getSession('current')
      await page.account.deleteSession(own)
      expect(await refusalOf(page.account.getSession('current'))).toMatchObject({ code: 401 })
      expect(await refusalOf(page.account.deleteSession('current'))).toMatchObject({ code: 401 })
    })
  })

  describe('changing the password', () => {
    async function openCustomer(customer: string): Promise<[HostedPage, { email: string }]> {
      const person = await bank.openAccount(customer)
      return [await bank.signIn(person), person]
    }

    test(`the ${name} changes the password with the old one, which ends the other sessions`, async () => {
      const [page, kurt] = await openCustomer('Kurt')
      const elsewhere = await bank.signIn(kurt)
      expect(await page.account.updatePassword('another-tide-43', password)).toMatchObject({
        email: kurt.email,
      })
      expect(await page.account.get()).toMatchObject({ email: kurt.email })
      expect(await refusalOf(elsewhere.account.get())).toMatchObject({ code: 401 })
      await bank.openPage().account.createEmailPasswordSession(kurt.email, 'another-tide-43')
    })

    test(`the ${name} is refused a new password without the old one, with its mask and with a wrong one`, async () => {
      const [page] = await openCustomer('Lena')
      const change = (old?: string) => page.account.updatePassword('another-tide-43', old)
      const challenge = { code: 401, type: 'user_challenge_required', message: 'Confirm it’s you' }
      expect(await refusalOf(change())).toEqual(challenge)
      expect(await refusalOf(change('********'))).toEqual(challenge)
      expect(await refusalOf(change('a wrong password'))).toMatchObject({
        code: 401,
        type: 'user_invalid_credentials',
      })
      expect(await change(password)).toMatchObject({ name: 'Lena' })
    })

    test(`the ${name} is refused a new password that is too short`, async () => {
      const [page] = await openCustomer('Mona')
      expect(await refusalOf(page.account.updatePassword('short', password))).toMatchObject({
        code: 400,
        type: 'general_argument_invalid',
      })
    })
  })
})
