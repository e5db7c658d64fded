import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { password } from '../../test/bank.ts'
import { type HostedBank, hostedClients, openHostedBank, refusalOf } from '../../test/hosted-client.ts'

describe.each(hostedClients)('the registration with the %s', (name, sdk) => {
  const { ID } = sdk
  let bank: HostedBank
  beforeAll(async () => {
    bank = await openHostedBank(sdk)
  })
  afterAll(() => bank.close())

  const moment = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00$/)

  test(`the ${name} creates an account that may only complete its registration`, async () => {
    const page = bank.openPage()
    const id = ID.unique()
    const user = await page.account.create(id, 'egon@example.com', password)
    expect(user).toMatchObject({
      $id: id,
      $createdAt: moment,
      $updatedAt: moment,
      name: '',
      email: 'egon@example.com',
      registration: moment,
      status: true,
      labels: [],
      passwordUpdate: moment,
      phone: '',
      emailVerification: false,
      phoneVerification: false,
      mfa: false,
      prefs: {},
      targets: [],
      accessedAt: moment,
    })
    expect(await refusalOf(page.account.get())).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
    })
    await page.account.createEmailPasswordSession('egon@example.com', password)
    expect(await page.account.get()).toMatchObject({ $id: id, email: 'egon@example.com' })
    await page.account.deleteSession('current')
    expect(await refusalOf(page.account.get())).toMatchObject({
      code: 401,
      type: 'general_unauthorized_scope',
    })
  })

  test(`the ${name} is refused an account with an email that a user has, or with wrong fields`, async () => {
    const { account } = bank.openPage()
    const create = (email: string, secret: string, id = ID.unique()) =>
      refusalOf(account.create(id, email, secret, 'Fay'))
    expect(await create(bank.alice.email, password)).toMatchObject({
      code: 409,
      type: 'user_already_exists',
      message: 'An account with this email already exists',
    })
    const invalid = { code: 400, type: 'general_argument_invalid' }
    expect(await create('fay@example.com', 'short')).toMatchObject({
      ...invalid,
      message: 'Password must be at least 8 characters',
    })
    expect(await create('fay', password)).toMatchObject({ ...invalid, message: 'Invalid email address' })
    expect(await create('fay@example.com', 'password1')).toMatchObject({
      ...invalid,
      message: 'This password is too common',
    })
    expect(await create('fay@example.com', password, 'an id of hers')).toMatchObject(invalid)
  })

  test(`a registration of the ${name} ends after 60 minutes`, async () => {
    const page = bank.openPage()
    await page.account.create(ID.unique(), 'gil@example.com', password, 'Gil')
    bank.pass(61)
    expect(
      await refusalOf(page.account.createEmailPasswordSession('gil@example.com', password)),
    ).toMatchObject({ code: 401, type: 'user_invalid_credentials' })
  })
})
